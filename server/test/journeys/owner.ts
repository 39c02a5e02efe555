import { expect } from 'vitest'
import type { TestApp, TestUser } from '../support/app.ts'

export interface Owner {
  user: TestUser
  cookie: string
  /** Creates a record with the API and returns its id. */
  make(path: string, json: object): Promise<number>
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  read(path: string): Promise<any>
}

/** A new user with a session for the browser and a key for the API. */
export async function makeOwner(app: TestApp): Promise<Owner> {
  const user = await app.makeUser()
  return {
    user,
    cookie: await app.makeSession(user.id),
    async make(path, json) {
      const { status, body, text } = await app.call('POST', path, { key: user.key, json })
      expect([status, text]).toEqual([201, expect.any(String)])
      return body.data.id as number
    },
    async read(path) {
      return (await app.call('GET', path, { key: user.key })).body.data
    },
  }
}
