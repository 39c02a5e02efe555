import { expect, it } from 'vitest'
import { makeSnippets } from './snippets.ts'

it('every snippet loads the script of that website from this service', () => {
  const snippets = makeSnippets('https://host.example/watch', '00Xb3kP9qLmT27Yd')
  expect(snippets.map(({ id }) => id)).toEqual(['html', 'next', 'wordpress', 'tag-manager'])
  for (const { code } of snippets) expect(code).toContain('https://host.example/watch/t/00Xb3kP9qLmT27Yd.js')
})
