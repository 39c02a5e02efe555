import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@sitewatch/contract/durations'
import { type Postgres, sql } from '../../platform/postgres/index.ts'
import { deriveKey, sign } from '../../platform/secrets.ts'
import { dayOf, type Salt } from './identity.ts'

export interface Salts {
  find(day: string): Salt | Promise<Salt>
}

/** The day itself and the day after, for events that a server sends late. */
const KEPT_DAYS = 2

/** Salts of this day and older are destroyed. */
export const lastPurgedDay = (now_ms: number): string => dayOf(now_ms - KEPT_DAYS * DAY_MS)

/**
 * The key of a day: the random seed that all collectors share through the database, signed with the operator's key, which is not
 * in the database. So a copy of the database is never enough to identify a visitor; once the seed is destroyed, nobody can.
 */
export function createSalts(postgres: Postgres, secret: string): Salts {
  const operatorKey = deriveKey(secret, 'visitor salt')
  const known = new Map<string, Salt>()
  const loading = new Map<string, Promise<Salt>>()

  const load = async (day: string): Promise<Salt> => {
    const { seed } = await postgres.asRole('collector', async (tx) => {
      await tx.execute(
        sql`insert into visitor_salts (day, seed) values (${day}, ${randomBytes(32)}) on conflict (day) do nothing`,
      )
      return tx.one(sql<{ seed: Buffer }>`select seed from visitor_salts where day = ${day}`)
    })
    const salt = { day, key: sign(operatorKey, seed.toString('hex')).toString('hex') }
    const lastPurged = lastPurgedDay(Date.now())
    for (const old of known.keys()) if (old <= lastPurged) known.delete(old)
    known.set(day, salt)
    return salt
  }

  return {
    find(day) {
      const salt = known.get(day)
      if (salt) return salt
      let promise = loading.get(day)
      if (!promise) {
        promise = load(day).finally(() => loading.delete(day))
        loading.set(day, promise)
      }
      return promise
    },
  }
}
