import { describe, expect, it } from 'vitest'
import { ArchiveRuns } from '../../../src/analytics/imports/day-run.ts'
import {
  beginUnscoped,
  findImportUnscoped,
  findSiteUnscoped,
  type ImportJob,
} from '../../../src/analytics/imports/run-store.ts'
import { UploadedFile } from '../../../src/analytics/imports/upload.ts'
import { dayBefore, type ImportSite, importsOf, makeEvents, NOTHING, startImporting } from './importing.ts'
import { insertSparse } from '../stats/context.ts'
import { makePlausibleExport, makePlausibleFiles } from './plausible.ts'
import { makeZip } from './zip.ts'

const { app, makeSite, count, stats } = await startImporting()

/** Visitors of the first `days` days of an export: the oldest has ten, each later day ten more. */
const sumOfDays = (days: number): number => (10 * days * (days + 1)) / 2

/** Counts the bytes that are read of the upload. */
class CountedFile extends UploadedFile {
  bytes_read = 0

  override async *read(from: number, to?: number): AsyncGenerator<Buffer> {
    for await (const part of super.read(from, to)) {
      this.bytes_read += part.length
      yield part
    }
  }
}

/** Runs an import in this process. Each slice reads as little as it can. */
async function runInSlices(site: ImportSite, import_id: number) {
  const { postgres, clickhouse } = app.parts
  const runs = new ArchiveRuns()
  let slices = 0
  let file: CountedFile | undefined
  for (let isDone = false; !isDone; slices++) {
    const job = await postgres.asRole('worker', async (tx) => {
      await beginUnscoped(tx, import_id)
      return (await findImportUnscoped(tx, import_id)) as ImportJob
    })
    file ??= new CountedFile(postgres, job)
    const found = await postgres.asRole('worker', (tx) => findSiteUnscoped(tx, site.id, 730))
    const context = { site: found, visitorOf: () => '0', now_ms: Date.now() }
    isDone = await runs.runSlice({ postgres, clickhouse, job, file, context, isTimeUp: () => true })
  }
  return { slices, bytes_read: file?.bytes_read ?? 0 }
}

describe('an import of Plausible', () => {
  it('unpacks the archive once, however many slices it takes', async () => {
    const site = await makeSite()
    const content = makePlausibleExport({ from: 600, to: 1 })
    const import_id = await importsOf(app, site).create({ source: 'plausible', content })
    // Without a job: the worker leaves it alone.
    await app.database.admin.query(`update statistics_imports set status = 'queued' where id = $1`, [import_id])
    const { slices, bytes_read } = await runInSlices(site, import_id)
    expect(slices).toBeGreaterThan(10)
    // The directory, the first line of each file, and the files.
    expect(bytes_read).toBeLessThan(3 * content.length)
    expect((await importsOf(app, site).show(import_id)).rows_read).toBe(600 * 16)
    const imported_days = 600 * (16 + 2 * 7 + 1)
    expect(await count(site)).toMatchObject({ imported_days })
  })

  it('is part of the summary, the series and every breakdown that it has', async () => {
    const site = await makeSite()
    const found = await importsOf(app, site).run({
      source: 'plausible',
      file_name: 'example_com.zip',
      content: makePlausibleExport({ from: 20, to: 1 }),
    })
    expect(found).toMatchObject({
      status: 'done',
      progress_percent: 100,
      rows_read: 320,
      rows_imported: 320,
      rows_broken: 0,
      first_day: dayBefore(20),
      last_day: dayBefore(1),
    })
    const visitors = sumOfDays(20)
    const included = { state: 'included', reason: null }
    const summary = await stats(site, 'summary?period=30d&compare=none')
    expect(summary.data).toMatchObject({
      visitors,
      visits: visitors,
      pageviews: visitors * 3,
      events: visitors / 5,
      bounce_percent: 50,
      visit_seconds: 60,
      views_per_visit: 3,
      imported: included,
    })
    const series = await stats(site, 'series?period=30d&interval=day')
    expect(series.data.imported).toEqual(included)
    expect(series.data.points.slice(-21).map((point: { visitors: number }) => point.visitors)).toEqual([
      ...Array.from({ length: 20 }, (_, n) => (n + 1) * 10),
      0,
    ])
    const breakdowns: Record<string, [string, number][]> = {
      page: [
        ['/', visitors],
        ['/a, "b"', visitors],
      ],
      source: [
        ['Google', visitors * 0.6],
        ['', visitors * 0.4],
      ],
      channel: [
        ['organic_search', visitors * 0.6],
        ['direct', visitors * 0.4],
      ],
      country: [
        ['DE', visitors * 0.6],
        ['FR', visitors * 0.4],
      ],
      device: [
        ['desktop', visitors * 0.6],
        ['mobile', visitors * 0.4],
      ],
      browser: [
        ['Chrome', visitors * 0.6],
        ['Safari', visitors * 0.4],
      ],
      system: [
        ['macOS', visitors * 0.6],
        ['iOS', visitors * 0.4],
      ],
      entry: [['/', visitors]],
      exit: [['/a', visitors]],
      event: [['Signup', visitors / 10]],
    }
    for (const [dimension, rows] of Object.entries(breakdowns)) {
      const list = await stats(site, `breakdown?period=30d&dimension=${dimension}`)
      expect([
        dimension,
        list.data.map((row: { value: string; visitors: number }) => [row.value, row.visitors]),
      ]).toEqual([dimension, rows])
      expect(list.meta.imported).toEqual(included)
    }
    expect((await stats(site, 'summary?period=all&compare=none')).data).toMatchObject({
      visitors,
      from: `${dayBefore(20)}T00:00:00.000Z`,
    })
  })

  it('is left out of figures that it cannot provide, and the answer gives the reason', async () => {
    const site = await makeSite()
    const content = makePlausibleExport({ from: 5, to: 1, leaveOut: ['imported_browsers'] })
    await importsOf(app, site).run({ source: 'plausible', content })
    const reasonOf = async (path: string) => {
      const { data, meta } = await stats(site, path)
      return (meta ?? data).imported
    }
    const filters = encodeURIComponent('["is","country","DE"]')
    expect(await reasonOf(`summary?period=7d&filters=${filters}`)).toEqual({ state: 'left_out', reason: 'filter' })
    expect(await reasonOf('series?period=7d&interval=hour')).toEqual({ state: 'left_out', reason: 'interval' })
    for (const dimension of ['browser', 'language', 'goal', 'property'])
      expect(await reasonOf(`breakdown?period=7d&dimension=${dimension}`)).toEqual({
        state: 'left_out',
        reason: 'dimension',
      })
    expect(await reasonOf('vitals?period=7d')).toEqual({ state: 'left_out', reason: 'dimension' })
    // No day of the import is in this period.
    expect(await reasonOf('summary?period=today&compare=none')).toBeNull()
    const { data } = await stats(site, `summary?period=7d&filters=${filters}`)
    expect(data.visitors).toBe(0)
  })

  it('counts up to the day before the first event that the website tracked itself', async () => {
    const site = await makeSite()
    const imports = importsOf(app, site)
    await imports.run({ source: 'plausible', content: makePlausibleExport({ from: 10, to: 1 }) })
    const time = `${dayBefore(4)}T10:00:00Z`
    const visitors = Array.from({ length: 10 }, (_, n) => ({ time, visitor: n + 1 }))
    await insertSparse(app.parts.clickhouse, site.id, visitors)
    const { data } = await stats(site, 'summary?period=30d&compare=none')
    // Six imported days, from 10 to 5 days ago, and ten tracked visitors.
    expect(data).toMatchObject({ visitors: sumOfDays(6) + 10, imported: { state: 'included' } })
    expect((await stats(site, `summary?period=custom&from=${dayBefore(4)}&to=${dayBefore(1)}`)).data).toMatchObject({
      visitors: 10,
      imported: null,
    })
  })

  it('is replaced by imported events on their days only', async () => {
    const site = await makeSite()
    const imports = importsOf(app, site)
    await imports.run({ source: 'plausible', content: makePlausibleExport({ from: 10, to: 1 }) })
    const from_ms = Date.parse(`${dayBefore(10)}T10:00:00Z`)
    await imports.run({ source: 'events', content: makeEvents(site, 30, from_ms).join('\n') })
    // The oldest of the imported days has ten visitors, and so do the events that replace it.
    const { data } = await stats(site, 'summary?period=30d&compare=none')
    expect(data).toMatchObject({ visitors: sumOfDays(10), pageviews: 3 * (sumOfDays(10) - 10) + 30 })
    const day = `summary?period=custom&from=${dayBefore(10)}&to=${dayBefore(10)}&compare=none`
    expect((await stats(site, day)).data).toMatchObject({ visitors: 10, imported: null })
  })

  it('adds no duplicates when it is imported twice; a longer export adds the other days', async () => {
    const site = await makeSite()
    const imports = importsOf(app, site)
    await imports.run({ source: 'plausible', content: makePlausibleExport({ from: 8, to: 4 }) })
    const again = await imports.run({ source: 'plausible', content: makePlausibleExport({ from: 8, to: 4 }) })
    expect(again).toMatchObject({ rows_imported: 0, rows_duplicate: 80 })
    const longer = await imports.run({ source: 'plausible', content: makePlausibleExport({ from: 8, to: 1 }) })
    expect(longer).toMatchObject({ rows_imported: 48, rows_duplicate: 80 })
    expect((await stats(site, 'summary?period=30d&compare=none')).data.visitors).toBe(sumOfDays(8))
  })

  it('skips broken lines and imports the others', async () => {
    const site = await makeSite()
    const content = makePlausibleExport({ from: 100, to: 1, breakEvery: 100 })
    const found = await importsOf(app, site).run({ source: 'plausible', content })
    expect(found).toMatchObject({ status: 'done', rows_read: 1600, rows_imported: 1584, rows_broken: 16 })
    expect(found.broken[0]).toMatchObject({ line: 101, reason: expect.stringContaining('It has 1 cells') })
  })

  it('can be undone: no data is left', async () => {
    const site = await makeSite()
    const imports = importsOf(app, site)
    const { id } = await imports.run({ source: 'plausible', content: makePlausibleExport({ from: 8, to: 4 }) })
    await imports.undo(id)
    await expect.poll(() => count(site)).toEqual(NOTHING)
    expect((await stats(site, 'summary?period=30d')).data).toMatchObject({ visitors: 0, imported: null })
  })

  it('refuses a file that is not an export of Plausible', async () => {
    const site = await makeSite()
    const imports = importsOf(app, site)
    const failed = (error: unknown) => ({ status: 'failed', error })
    expect(await imports.run({ source: 'plausible', content: 'not a ZIP archive at all' })).toMatchObject(
      failed('The file is not a ZIP archive that can be read.'),
    )
    expect(await imports.run({ source: 'plausible', content: makeZip({ 'a.csv': 'b' }) })).toMatchObject(
      failed('This is not an export of Plausible: it has no file imported_visitors….csv.'),
    )
    const files = makePlausibleFiles({ from: 2, to: 1 })
    const [visitors = ''] = Object.keys(files).filter((name) => name.startsWith('imported_visitors'))
    expect(
      await imports.run({ source: 'plausible', content: makeZip({ ...files, [visitors]: 'date,a\n' }) }),
    ).toMatchObject(failed(expect.stringContaining('Its first line lacks visitors, pageviews, visits.')))
    // A file that declares a small unpacked size, and unpacks to a large one.
    const bomb = makeZip({ ...files, [visitors]: `date,visitors,pageviews,visits\n${'0'.repeat(5_000_000)}` })
    bomb.writeUInt32LE(100, bomb.lastIndexOf(visitors) - 46 + 24)
    expect((await imports.run({ source: 'plausible', content: bomb })).status).toBe('failed')
    expect((await stats(site, 'summary?period=30d&compare=none')).data).toMatchObject({ visitors: 0, imported: null })
  })
})
