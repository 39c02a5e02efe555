import { describe, expect, it } from 'vitest'
import { errorFromAnswer, readRetryAfter } from './error.ts'

describe('readRetryAfter', () => {
  const now_ms = Date.UTC(2026, 0, 1)
  it.each([
    [null, undefined],
    ['7', 7],
    [' 0 ', 0],
    [new Date(now_ms + 90_000).toUTCString(), 90],
    [new Date(now_ms - 90_000).toUTCString(), 0],
    ['soon', undefined],
    ['', undefined],
  ])('reads %j as %j seconds', (header, seconds) => {
    expect(readRetryAfter(header, now_ms)).toBe(seconds)
  })
})

describe('errorFromAnswer', () => {
  it('keeps every field of a problem', () => {
    const problem = {
      type: 't',
      title: 't',
      status: 403,
      code: 'insufficient_scope',
      detail: 'No.',
      required_scope: 'monitors:write',
      request_id: 'req_1',
    }
    const error = errorFromAnswer(Response.json(problem, { status: 403, headers: { 'retry-after': '3' } }), problem)
    expect(error).toMatchObject({
      name: 'SitewatchError',
      code: 'insufficient_scope',
      status: 403,
      detail: 'No.',
      errors: [],
      required_scope: 'monitors:write',
      request_id: 'req_1',
      retry_after_seconds: 3,
    })
    expect(error).toBeInstanceOf(Error)
  })

  it('reads the request id from the header when the answer is no problem document', () => {
    const response = new Response('<h1>', { status: 502, headers: { 'x-request-id': 'req_2' } })
    expect(errorFromAnswer(response, undefined)).toMatchObject({ code: 'unexpected_answer', request_id: 'req_2' })
  })
})
