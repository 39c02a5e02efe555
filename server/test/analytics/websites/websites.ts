import { expect } from 'vitest'
import type { Answer, CallOptions, TestApp, TestUser } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { makeRandomName } from '../../support/random-name.ts'

export const PATH = '/api/v1/websites'

export const makeDomain = (): string => `${makeRandomName()}.example.com`

/** The requests of one user to the websites API, with a key and as a form by default. */
export function registryOf(app: TestApp, user: TestUser) {
  const call = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
    app.call(method, PATH + path, { key: user.key, ...options })
  return {
    list: (query = '') => call('GET', query === '' ? '' : `?${query}`),
    show: (id: number) => call('GET', `/${id}`),
    create: (form: Record<string, string>) => call('POST', '', { form }),
    update: (id: number, form: Record<string, string>, method = 'PUT') => call(method, `/${id}`, { form }),
    remove: (id: number) => call('DELETE', `/${id}`),
    /** A website with these settings, created as a form and then read. */
    async make(form: Record<string, string> = {}): Promise<Answer['body']> {
      const made = await call('POST', '', { form: { domain: makeDomain(), ...form } })
      if (made.status !== 201) throw new Error(`create answered ${made.status}: ${made.text}`)
      return made.body.data
    },
    call,
  }
}

export type Registry = ReturnType<typeof registryOf>

export function expectInvalid(answer: Answer, field: string, code?: string): void {
  const { errors } = expectProblem(answer, 'validation_failed')
  const found = errors?.find((error) => error.field === field)
  expect(found?.field).toBe(field)
  if (code !== undefined) expect(found?.code).toBe(code)
}
