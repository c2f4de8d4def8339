import { createRoot } from 'react-dom/client'
import { Gate } from '../pages/desk/gate.tsx'
import { ApplicationError } from './application-error.tsx'
import './desk.css'

/** Starts the desk in its own document (R-DESK, record 21), which was served empty. */
function start(): void {
  const element = document.getElementById('root')
  if (!element) throw new Error('The page has no element with the id "root"')
  const root = createRoot(element)
  root.render(
    <ApplicationError>
      <Gate />
    </ApplicationError>,
  )
  // Nothing of a client stands on a page that a browser keeps for the way back: left, it is emptied; back, it is opened anew.
  addEventListener('pagehide', () => root.unmount())
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  document.documentElement.dataset.app = 'ready'
}

start()
