import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startApp } from '../../support/app.ts'
import { startProgram } from '../../support/program.ts'
import { sized } from '../../support/size.ts'
import { registryOf } from '../websites/websites.ts'
import { countRows, type ImportSite, importsOf, makeEvents } from './importing.ts'
import { makePlausibleExport } from './plausible.ts'

/** Both are more than one step of an import, 20,000 rows. */
const EVENTS = sized(22_000, 1_000_000)
const PLAUSIBLE_DAYS = sized(1300, 2000)
/** After how many steps the worker is killed, each time by another process. */
const KILLS = sized([1], [1, 2, 5, 20])

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const app = await startApp({ SITEWATCH_DATA_DIR: folder })
const { admin } = app.database

// The commit of a step waits while the test holds this lock, so that a worker is killed in the middle of the next step.
await admin.query(`create table held_steps (import_id bigint, steps int);
  create function hold_step() returns trigger language plpgsql as $$ begin
    update sitewatch.held_steps set steps = steps - 1 where import_id = new.id;
    if exists (select from sitewatch.held_steps where import_id = new.id and steps < 0) then
      perform pg_advisory_xact_lock(7);
    end if;
    return new; end $$;
  create trigger held before update of rows_read on statistics_imports for each row
    when (new.rows_read > old.rows_read) execute function hold_step();
  grant all on held_steps to public`)

async function makeSite(): Promise<ImportSite> {
  const owner = await app.makeUser()
  const { id, domain } = await registryOf(app, owner).make()
  return { id, domain, owner }
}

/** Kills a worker in the middle of the step after `steps` of them; returns how many rows had been read. */
async function killAfter(site: ImportSite, import_id: number, steps: number): Promise<number> {
  const holder = await admin.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('select pg_advisory_lock(7)')
  await admin.query('delete from held_steps')
  await admin.query('insert into held_steps values ($1, $2)', [import_id, steps])
  const worker = await startProgram(app.database, {
    roles: ['api', 'worker'],
    env: { SITEWATCH_DATA_DIR: folder },
  })
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = 7 and not granted`
  await expect.poll(async () => (await admin.query(waiting)).rowCount, { interval: 20 }).toBe(1)
  worker.kill('SIGKILL')
  await worker.ended
  // Postgres would notice only after the deadline of its statement, 30 s, that nobody waits for it any more.
  await admin.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7 and not granted`,
  )
  await admin.query('delete from held_steps')
  await holder.query('select pg_advisory_unlock(7)')
  // Instead of waiting until its last heartbeat is too old.
  await admin.query(`update worker_liveness set seen_at = seen_at - interval '6 seconds'`)
  return (await importsOf(app, site).show(import_id)).rows_read
}

it('an import continues where it stopped when its worker is killed: nothing is lost or duplicated', async () => {
  const [events, days] = [await makeSite(), await makeSite()]
  const lines = makeEvents(events, EVENTS, Date.now() - sized(10, 120) * DAY_MS)
  const ids = [
    await importsOf(app, events).create({ source: 'events', content: lines.join('\n') }),
    await importsOf(app, days).create({
      source: 'plausible',
      content: makePlausibleExport({ from: PLAUSIBLE_DAYS, to: 1 }),
    }),
  ] as const
  for (const [site, import_id, all] of [
    [events, ids[0], EVENTS],
    [days, ids[1], PLAUSIBLE_DAYS * 16],
  ] as const) {
    await importsOf(app, site).call('POST', `/${import_id}/start`, {})
    for (const steps of site === events ? KILLS : [1]) {
      const rows = await killAfter(site, import_id, steps)
      expect(rows).toBeGreaterThan(0)
      expect(rows).toBeLessThan(all)
    }
  }

  const worker = await startWorkerRole(app.parts)
  const found = [await importsOf(app, events).ended(ids[0]), await importsOf(app, days).ended(ids[1])]
  await worker.stop()
  expect(found).toMatchObject([
    { status: 'done', rows_read: EVENTS, rows_imported: EVENTS, rows_duplicate: 0 },
    { status: 'done', rows_read: PLAUSIBLE_DAYS * 16, rows_imported: PLAUSIBLE_DAYS * 16 },
  ])
  const { clickhouse } = app.parts
  expect(await countRows(clickhouse, events.id)).toMatchObject({ events: EVENTS })
  // A source is stored as rows of eight dimensions, an event as rows of two.
  const imported_days = PLAUSIBLE_DAYS * 16 + PLAUSIBLE_DAYS * 2 * 7 + PLAUSIBLE_DAYS
  expect(await countRows(clickhouse, days.id)).toMatchObject({ imported_days })
})
