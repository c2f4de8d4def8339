import { useId } from 'react'
import { filterWords as words } from '#words/desk/filters.ts'
import { formStates } from '../../../../domain/delivery-states.ts'
import { pricedService, serviceIds } from '../../../../domain/plans.ts'
import { Field } from '../../../ui/field.tsx'
import { type Filter, isBackwards, noFilter, setParts } from './filter.ts'

interface FilterFieldsProps {
  filter: Filter
  onChange: (filter: Filter) => void
}

/** Which forms: how they stand, their plan, when they were saved. */
export function FilterFields({ filter, onChange }: FilterFieldsProps) {
  const id = useId()
  const { states, plan, since, until } = filter
  const toggle = (state: Filter['states'][number]) =>
    onChange({ ...filter, states: states.includes(state) ? states.filter((each) => each !== state) : [...states, state] })
  return (
    <div className="form filters">
      <fieldset className="field">
        <legend>{words.legend}</legend>
        <div className="chips">
          {formStates.map((state) => (
            <label key={state}>
              <input type="checkbox" checked={states.includes(state)} onChange={() => toggle(state)} />
              <span>{words.states[state]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="three">
        <div className="field">
          <label htmlFor={`${id}plan`}>{words.plan}</label>
          <select id={`${id}plan`} value={plan} onChange={({ currentTarget }) => onChange({ ...filter, plan: currentTarget.value })}>
            <option value="">{words.allPlans}</option>
            {serviceIds.map((service) => (
              <option key={service}>{pricedService(service).name}</option>
            ))}
          </select>
        </div>
        <Days words={words} since={since} until={until} onChange={(days) => onChange({ ...filter, ...days })} />
      </div>
      {setParts(filter) > 0 ? (
        <div>
          <button type="button" className="btn quiet small" onClick={() => onChange(noFilter)}>
            {words.clear}
          </button>
        </div>
      ) : null}
    </div>
  )
}

interface DaysProps {
  words: { since: string; until: string }
  /** `YYYY-MM-DD`, or empty. */
  since: string
  until: string
  onChange: (days: { since: string; until: string }) => void
}

/** The first and the last day of something, or none. */
export function Days({ words: names, since, until, onChange }: DaysProps) {
  const id = useId()
  const problem = isBackwards({ since, until }) ? words.backwards : undefined
  const field = { type: 'date', max: '2199-12-31' }
  return (
    <>
      <Field name={`${id}since`} label={names.since}>
        {(ties) => <input {...ties} {...field} value={since} onChange={({ currentTarget }) => onChange({ since: currentTarget.value, until })} />}
      </Field>
      <Field name={`${id}until`} label={names.until} problem={problem}>
        {(ties) => <input {...ties} {...field} value={until} onChange={({ currentTarget }) => onChange({ since, until: currentTarget.value })} />}
      </Field>
    </>
  )
}
