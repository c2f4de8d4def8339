/** A line of `doctor`. */
export interface Check {
  name: string
  result: 'ok' | 'warning' | 'fault'
  detail: string
}
