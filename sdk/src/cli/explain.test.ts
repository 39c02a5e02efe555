import { describe, expect, it } from 'vitest'
import { type ErrorFacts, SitewatchError } from '../error.ts'
import { explainError } from './explain.ts'

const situation = {
  resource: 'monitor',
  url: 'https://watch.example.com',
  flagOf: (field: string): string | undefined => (field === 'interval' ? '--interval' : undefined),
}
const explain = (facts: Partial<ErrorFacts>): string =>
  explainError(new SitewatchError({ code: 'internal_error', status: 500, detail: 'It broke.', ...facts }), situation)

describe('explainError', () => {
  it('names the flag that set an invalid field', () => {
    const errors = [
      { field: 'interval', code: 'too_small', message: 'interval must be at least 30.' },
      { field: 'other', code: 'x', message: 'other is odd.' },
    ]
    const words = explain({ code: 'validation_failed', errors, request_id: 'req_1' })
    expect(words).toBe('Invalid:\n  --interval: interval must be at least 30.\n  other is odd.\nRequest ID: req_1')
  })

  it.each<[Partial<ErrorFacts>, RegExp]>([
    [{ code: 'unauthenticated' }, /SITEWATCH_KEY/],
    [{ code: 'insufficient_scope', required_scope: 'monitors:write' }, /--scopes monitors:write/],
    [{ code: 'not_found' }, /swctl monitor list/],
    [{ code: 'rate_limited', retry_after_seconds: 12.3 }, /in 13 seconds/],
    [{ code: 'unreachable' }, /https:\/\/watch\.example\.com.*SITEWATCH_URL/],
    [{ code: 'redirected' }, /SITEWATCH_URL/],
    [{ code: 'unexpected_answer' }, /SITEWATCH_URL/],
    [{ code: 'internal_error' }, /administrator/],
  ])('says what to do next on %j', (facts, words) => {
    expect(explain(facts)).toMatch(words)
  })

  it('removes control characters from what the server answered', () => {
    expect(explain({ detail: 'a\u001b[2Jb' })).not.toContain('\u001b')
  })
})
