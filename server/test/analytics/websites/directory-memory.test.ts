import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { openSiteDirectory } from '../../../src/analytics/websites/index.ts'
import { startApp } from '../../support/app.ts'

const HEAVY = 250
const app = await startApp()

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

function readHeapMib(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 ** 2
}

it('the website cache of a collector is limited by memory: full exclusion lists stay within 64 MiB', async () => {
  const user = await app.makeUser()
  const { rows } = await app.database.admin.query<{ tracking_id: string }>(
    `insert into websites (team_id, domain, tracking_id, exclude_ips, exclude_params)
     select $1, 'n' || n || '.example.com', '00' || lpad(n::text, 14, 'H'),
       (select string_agg('2001:db8:' || to_hex(i) || '::/48', E'\\n') from generate_series(1, 1000) i),
       (select string_agg(n || lpad(i::text, 190, 'p'), E'\\n') from generate_series(1, 1000) i)
     from generate_series(1, ${HEAVY}) n returning tracking_id`,
    [user.id],
  )
  const directory = await openSiteDirectory({
    postgres: app.parts.postgres,
    default_retention_days: 1,
  })
  const before = readHeapMib()
  for (const { tracking_id } of rows)
    expect(await directory.find(tracking_id)).toMatchObject({ param_rules: { size: 1000 } })
  expect(readHeapMib() - before).toBeLessThan(64)
  const last = rows.at(-1)?.tracking_id ?? ''
  expect(directory.find(last)).not.toBeInstanceOf(Promise)
  await directory.stop()
})
