import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { collectTasks } from '../../../src/analytics/collect/index.ts'
import { dayOf, visitorIdOf } from '../../../src/analytics/collect/identity.ts'
import { deriveKey, sign } from '../../../src/platform/secrets.ts'
import { TEST_SECRET } from '../../support/secret.ts'
import { CHROME, startCollecting } from './collecting.ts'

const { app, makeSite, post, pageview, rows } = await startCollecting()

async function purgeAt(now: Date) {
  const [task] = collectTasks({ ...app.parts, clock: { now: () => now } })
  await task?.run({} as never)
}

const days = async () =>
  (await app.database.admin.query<{ day: string }>('select day::text from visitor_salts order by day')).rows.map(
    (row) => row.day,
  )

/** A dump of the whole database, as in a stolen backup. */
function dumpDatabase(): string {
  const version = readdirSync('/usr/lib/postgresql').sort().at(-1) ?? ''
  const command = path.join('/usr/lib/postgresql', version, 'bin/pg_dump')
  return execFileSync(command, ['--dbname', app.database.url], { encoding: 'utf8', maxBuffer: 1 << 28 })
}

/** Every value that could be a key or the seed of one. */
function* findSecrets(dump: string): Generator<string> {
  for (const [hex] of dump.matchAll(/[0-9a-f]{32,}/g)) {
    yield hex
    for (let at = 2; at + 64 <= hex.length; at += 2) yield hex.slice(at, at + 64)
  }
  for (const [word] of dump.matchAll(/[A-Za-z0-9+/_=-]{16,100}/g)) yield word
}

/** Tries each value as the key of the day, and as its seed with each operator secret that the attacker may know. */
function findKey(
  dump: string,
  secrets: readonly string[],
  visitor: Parameters<typeof visitorIdOf>[1],
  visitor_id: unknown,
) {
  const operatorKeys = secrets.map((secret) => deriveKey(secret, 'visitor salt'))
  let tried = 0
  for (const found of findSecrets(dump)) {
    for (const key of [found, ...operatorKeys.map((operator) => sign(operator, found).toString('hex'))]) {
      tried++
      if (visitorIdOf({ day: '', key }, visitor) === visitor_id) return { found, tried }
    }
  }
  return { found: null, tried }
}

describe('the key of visitor ids', () => {
  it('is created for a day and destroyed after 48 hours; without it no stored byte identifies a visitor', async () => {
    const site = await makeSite()
    await post(site, [pageview(site)])
    const today = dayOf(Date.now())
    expect(await days()).toEqual([today])
    const [row] = await rows(site, 1)
    const visitor = { website_id: site.id, address: '127.0.0.1', user_agent: CHROME }

    const stolen = dumpDatabase()
    const seed = (
      await app.database.admin.query<{ hex: string }>(`select encode(seed, 'hex') as hex from visitor_salts`)
    ).rows[0]?.hex
    expect(findKey(stolen, [], visitor, row?.visitor_id).found).toBeNull()
    // The attack works: with the operator's secret it succeeds as long as the seed exists.
    expect(findKey(stolen, [TEST_SECRET], visitor, row?.visitor_id).found).toBe(seed)

    const midnight = Date.parse(`${today}T00:00:00Z`)
    await purgeAt(new Date(midnight + 2 * DAY_MS - 1))
    expect(await days()).toEqual([today])
    await purgeAt(new Date(midnight + 2 * DAY_MS))
    expect(await days()).toEqual([])
    const { found, tried } = findKey(dumpDatabase(), [TEST_SECRET], visitor, row?.visitor_id)
    expect(found).toBeNull()
    expect(tried).toBeGreaterThan(100)
  })
})
