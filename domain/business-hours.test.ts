import { expect, test } from 'vitest'
import { splitWeek } from './business-hours.ts'

test('the week is split into the days with hours and those without', () => {
  expect(splitWeek({ from: 'Monday', to: 'Friday', opens: '10:00', closes: '17:00' })).toEqual({
    open: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    closed: ['Saturday', 'Sunday'],
  })
  expect(splitWeek({ from: 'Monday', to: 'Sunday', opens: '10:00', closes: '17:00' }).closed).toEqual([])
})
