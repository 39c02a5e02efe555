import { expect, it } from 'vitest'
import { matchEntries } from './palette-match.ts'

const entries = ['Websites', 'Add a website', 'Monitors'].map((label) => ({
  id: label,
  group: 'Go to',
  label,
  note: '',
  run: () => undefined,
}))
const labels = (search: string): string[] => matchEntries(entries, search).map(({ label }) => label)

it('matchEntries finds entries by words in any order, and lists those that start with the search first', () => {
  expect(labels('')).toEqual(['Websites', 'Add a website', 'Monitors'])
  expect(labels('web')).toEqual(['Websites', 'Add a website'])
  expect(labels('website add')).toEqual(['Add a website'])
  expect(labels('go mon')).toEqual(['Monitors'])
  expect(labels('zebra')).toEqual([])
})
