import { useId } from 'react'
import { filterWords as words } from '#words/desk/filters.ts'
import { formStates } from '../../../../domain/delivery-states.ts'
import { pricedService, serviceIds } from '../../../../domain/plans.ts'
import { type Filter, noFilter, setParts } from './filter.ts'

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
        <DayField id={`${id}since`} label={words.since} day={since} onChange={(day) => onChange({ ...filter, since: day })} />
        <DayField id={`${id}until`} label={words.until} day={until} onChange={(day) => onChange({ ...filter, until: day })} />
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

interface DayFieldProps {
  id: string
  label: string
  /** `YYYY-MM-DD`, or empty. */
  day: string
  onChange: (day: string) => void
}

/** A day, or none. */
export function DayField({ id, label, day, onChange }: DayFieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" value={day} max="2199-12-31" onChange={({ currentTarget }) => onChange(currentTarget.value)} />
    </div>
  )
}
