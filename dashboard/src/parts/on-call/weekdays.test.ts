import { expect, it } from 'vitest'
import { nameWeekdays } from './weekdays.ts'

it('names consecutive days as a span, in the order of the week', () => {
  expect(nameWeekdays(['fri', 'mon', 'tue', 'wed', 'thu'])).toBe('Mon–Fri')
  expect(nameWeekdays(['sat', 'sun'])).toBe('Sat, Sun')
  expect(nameWeekdays(['mon', 'wed', 'thu', 'fri', 'sun'])).toBe('Mon, Wed–Fri, Sun')
  expect(nameWeekdays([])).toBe('')
})
