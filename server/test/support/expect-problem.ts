import { Problem, PROBLEMS, type ProblemCode } from '@sitewatch/contract'
import { expect } from 'vitest'
import type { Answer } from './app.ts'

/** Checks the complete error format: status, media type, body, request id. Returns the problem for more assertions. */
export function expectProblem(answer: Answer, code: ProblemCode): Problem {
  expect({ status: answer.status, code: (answer.body as { code?: string } | undefined)?.code }).toEqual({
    status: PROBLEMS[code].status,
    code,
  })
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const problem = Problem.strict().parse(answer.body)
  expect(problem).toMatchObject({ status: PROBLEMS[code].status, title: PROBLEMS[code].title })
  expect(problem.type).toMatch(new RegExp(`^https?://.+/docs/problems/${code}$`))
  expect(problem.detail).not.toBe('')
  expect(problem.request_id).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(answer.headers.get('x-request-id')).toBe(problem.request_id)
  if (problem.status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  if (problem.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  return problem
}
