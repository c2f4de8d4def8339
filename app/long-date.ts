export { longDate, longDateOf, longTime } from '../content/format.ts'
