import { html } from 'hono/html'
import { type Markup, notice } from '../page.ts'
import { type BehaviourName, behaviourNames, behaviours } from './behaviours.ts'
import type { ReceivedForm, ReceivedForms } from './received-forms.ts'

const standIn = {
  standsFor: 'DisputeFox, the dispute-management system that clients are passed on to.',
  replacedBy: 'DISPUTEFOX_TAB_INFO_ID and DISPUTEFOX_COMPANY_ID in .env',
}

/** What has arrived, and the choice of how the next forms are answered. */
export function renderOverview(received: ReceivedForms, current: BehaviourName): Markup {
  return html`${notice(standIn)}
      <h2>How it answers</h2>
      <form method="post" action="/disputefox/behaviour">
        <label>Behaviour
          <select name="behaviour">${behaviourNames.map((name) => option(name, current))}</select>
        </label>
        <label>For how many forms (empty: until you choose again)
          <input name="times" type="number" min="1" max="1000">
        </label>
        <button>Answer like this</button>
      </form>
      <h2>Received: ${received.count}</h2>
      ${received.forms.length ? table(received.forms) : html`<p>Nothing has arrived yet.</p>`}`
}

const option = (name: BehaviourName, current: BehaviourName) =>
  html`<option value="${name}" ${name === current ? 'selected' : ''}>${behaviours[name].label}</option>`

const table = (forms: readonly ReceivedForm[]) =>
  html`<div class="scroll"><table>
        <thead><tr><th>Received</th><th>Enrollment</th><th>Client</th><th>Answered with</th></tr></thead>
        <tbody>${forms.map(row)}</tbody>
      </table></div>`

const row = ({ receivedAt, enrollmentId, answeredWith, fields }: ReceivedForm) =>
  html`<tr>
          <td>${receivedAt}</td>
          <td>${enrollmentId ?? '(none)'}</td>
          <td>${fields.firstName ?? ''} ${fields.lastName ?? ''}<details><summary>All fields, masked</summary>
            <dl>${Object.entries(fields).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
          </details></td>
          <td>${answeredWith}</td>
        </tr>`
