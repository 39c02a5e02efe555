import { expect, it } from 'vitest'
import {
  beginUnscoped,
  commitStepUnscoped,
  failUnscoped,
  findImportUnscoped,
  finishUnscoped,
  type ImportJob,
} from '../../../src/analytics/imports/run-store.ts'
import { startApp } from '../../support/app.ts'
import { registryOf } from '../websites/websites.ts'

const app = await startApp()
const { postgres } = app.parts

const step = {
  entry: 0,
  lines: 1,
  percent: 1,
  read: 10,
  imported: 10,
  duplicate: 0,
  broken_count: 0,
  broken: [],
  days: [],
  dimensions: [],
  inbox_id: null,
}

async function makeImport(): Promise<{ id: number; begin: () => Promise<ImportJob> }> {
  const user = await app.makeUser()
  const { id: website_id } = (await registryOf(app, user).make()) as { id: number }
  const { rows } = await app.database.admin.query<{ id: string }>(
    `insert into statistics_imports (team_id, website_id, source, file_name, file_bytes, uploaded_bytes, status)
     values ($1, $2, 'events', 'file', 100, 100, 'queued') returning id`,
    [user.id, website_id],
  )
  const id = Number(rows[0]?.id)
  const begin = () =>
    postgres.asRole('worker', async (tx) => {
      await beginUnscoped(tx, id)
      return (await findImportUnscoped(tx, id)) as ImportJob
    })
  return { id, begin }
}

it('a worker that continues after another has taken over an import commits nothing', async () => {
  const { id, begin } = await makeImport()
  const [stopped, successor] = [await begin(), await begin()]
  const commit = (job: ImportJob, bytes: number) =>
    postgres.asRole('worker', (tx) => commitStepUnscoped(tx, job, { ...step, bytes }))
  await commit(successor, 40)
  await commit(successor, 60)
  await expect(commit(stopped, 40)).rejects.toThrow('another worker continues it')
  const { rows: counted } = await app.database.admin.query(
    'select position_bytes::int, rows_imported::int from statistics_imports where id = $1',
    [id],
  )
  expect(counted).toEqual([{ position_bytes: 60, rows_imported: 20 }])
})

it('an import has one key for its visitors while it can be continued, and none after its end', async () => {
  const ends = {
    done: (job: ImportJob) => postgres.asRole('worker', (tx) => finishUnscoped(tx, job)),
    failed: (job: ImportJob) => postgres.asRole('worker', (tx) => failUnscoped(tx, job, 'broken')),
    undoing: ({ id }: ImportJob) =>
      app.database.admin.query(`update statistics_imports set status = 'undoing' where id = $1`, [id]),
  }
  for (const [status, end] of Object.entries(ends)) {
    const { id, begin } = await makeImport()
    const job = await begin()
    expect(job.visitor_key).toHaveLength(32)
    await postgres.asRole('worker', (tx) => commitStepUnscoped(tx, job, { ...step, bytes: 40 }))
    expect((await begin()).visitor_key).toEqual(job.visitor_key)
    await end(job)
    const found = await postgres.asRole('worker', (tx) => findImportUnscoped(tx, id))
    expect(found).toMatchObject({ status, visitor_key: null })
  }
})
