import type { Scope } from '@sitewatch/contract'
import type { Answer, TestApp, TestUser } from './app.ts'

export const CALLER_KINDS = ['key', 'session'] as const
export type CallerKind = (typeof CALLER_KINDS)[number]

export interface Caller {
  user: TestUser
  call(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Creates a record and returns its id; throws when that failed. */
  make(path: string, json: unknown): Promise<number>
}

/** A new user who calls with a bearer key, or with the cookie of a session. */
export async function makeCaller(app: TestApp, kind: CallerKind = 'key', scopes?: readonly Scope[]): Promise<Caller> {
  const user = await app.makeUser(scopes)
  const credential = kind === 'key' ? { key: user.key } : { cookie: await app.signIn(user) }
  const call: Caller['call'] = (method, path, json, headers = {}) =>
    app.call(method, path, { ...credential, headers, ...(json !== undefined && { json }) })
  return {
    user,
    call,
    async make(path, json) {
      const made = await call('POST', path, json)
      if (made.status !== 201) throw new Error(`${path} answered ${made.status}: ${made.text}`)
      return made.body.data.id as number
    },
  }
}

/** Without the request id, which is different in each answer. */
export const withoutRequestId = ({ status, text, headers }: Answer) => ({
  status,
  text: text.replaceAll(/req_[0-9A-Z]{26}/g, 'req_'),
  type: headers.get('content-type'),
})
