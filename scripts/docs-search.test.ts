import { describe, expect, it } from 'vitest'
import { createFinder } from '../dashboard/src/docs/find.ts'
import { listSections, openLibrary } from '../server/src/web/docs/index.ts'

const find = createFinder(listSections(openLibrary('https://watch.example.com')))

/** Search queries and the path below /docs/ that answers them. */
const QUESTIONS: readonly [question: string, answer: RegExp][] = [
  ['how to install with docker', /^quickstart(#install-with-docker)?$/],
  ['change the port', /^quickstart#change-the-port-or-the-url$/],
  ['set up email alerts', /^guides\/providers#set-up-e-mail-alerts$/],
  ['add the tracking script to Next.js', /^guides\/tracking\/nextjs$/],
  ['why are my visits not counted', /^guides\/tracking#why-are-my-visits-not-counted$/],
  ['exclude my own IP', /^guides\/tracking#exclude-your-own-visits$/],
  ['back up and restore', /^backups/],
  ['upgrade to a new version', /^upgrading/],
  ['create an API key with limited scopes', /^guides\/api-keys/],
  ['connect claude code', /^guides\/mcp/],
  ['monitor a site behind a login', /^guides\/monitors#monitor-a-website-behind-a-login$/],
]

describe('the search of the documentation', () => {
  it.each(QUESTIONS)('answers "%s" with its first or second hit', (question, answer) => {
    const hits = find(question).map(({ id }) => id)
    expect(
      hits.slice(0, 2).some((id) => answer.test(id)),
      hits.join(' '),
    ).toBe(true)
  })

  it('finds a word that is typed in part or slightly wrong', () => {
    expect(find('webhoo')[0]?.id).toMatch(/providers/)
    expect(find('maintainance window')[0]?.heading.toLowerCase()).toContain('maintenance')
  })

  it('finds nothing for words that no page has', () => {
    expect(find('xylophone zeppelin')).toEqual([])
  })
})
