import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROBLEM_CODES, PROBLEMS } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'

const BASE = 'https://watch.example.com/watch'
const app = await startApp({ BASE_URL: BASE })

/** Every URL in a page that a browser would fetch or follow. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/(?:src|href|action|srcset|poster|data|url)\s*[=(]\s*["']?([^"'\s>)]+)/gi)].map(
    ([, link]) => link ?? '',
  )
}

describe('GET /openapi.json', () => {
  it('is docs/openapi.json, with the URL of this server', async () => {
    const { status, body } = await app.call('GET', '/openapi.json')
    const committed: unknown = JSON.parse(
      readFileSync(path.resolve(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
    )
    expect(status).toBe(200)
    expect(body.servers).toEqual([{ url: BASE }])
    const isSame = JSON.stringify({ ...body, servers: [{ url: '/' }] }) === JSON.stringify(committed)
    expect(isSame, 'docs/openapi.json is not up to date: npm run generate').toBe(true)
  })
})

describe.each(['/docs/api', ...PROBLEM_CODES.map((code) => `/docs/problems/${code}`)])('GET %s', (page) => {
  it('is a page that loads nothing from another host, and only its own script', async () => {
    const { status, text, headers } = await app.call('GET', page)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const csp = headers.get('content-security-policy') ?? ''
    expect(csp).toContain("default-src 'none'")
    expect(csp.replace(/; script-src 'sha256-[\w+/=]{44}'$/, '')).not.toMatch(/https?:|\*|script-src/)
    expect(text.match(/<script/g) ?? []).toHaveLength(csp.includes('script-src') ? 1 : 0)
    expect(text).not.toMatch(/<script[^>]|<link rel="(?!preload" as="font"|icon")|<img|<iframe|@import|javascript:/i)
    for (const link of linksIn(text)) {
      const { href } = new URL(link, `${BASE}/`)
      expect(href === BASE || href.startsWith(`${BASE}/`), link).toBe(true)
    }
  })
})

describe('the documentation page of a problem', () => {
  it.each(PROBLEM_CODES)('explains what %s means and what to do', async (code) => {
    const { text } = await app.call('GET', `/docs/problems/${code}`)
    expect(text).toContain(PROBLEMS[code].title)
    expect(text).toContain(`HTTP ${PROBLEMS[code].status}`)
    expect(text.replaceAll(/&[#\w]+;/g, "'").replaceAll('"', "'")).toContain(PROBLEMS[code].help.replaceAll('"', "'"))
  })

  it('is the URL in the type of a problem', async () => {
    const { body } = await app.call('GET', '/api/keys')
    expect(body.type).toBe(`${BASE}/docs/problems/unauthenticated`)
    expect((await app.call('GET', new URL(body.type as string).pathname)).status).toBe(200)
  })
})
