/** What `doctor` found in one place. */
export interface Check {
  name: string
  result: 'ok' | 'warning' | 'fault'
  detail: string
}
