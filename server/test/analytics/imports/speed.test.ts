import { expect, it } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { reportFigure } from '../../support/report.ts'
import { sized } from '../../support/size.ts'
import { importsOf, makeEvents, startImporting } from './importing.ts'

const { app, makeSite, count } = await startImporting()

it('an import reads a million events at 50,000 a second or more', async () => {
  const site = await makeSite()
  const imports = importsOf(app, site)
  const size = sized(20_000, 1_000_000)
  const lines = makeEvents(site, size, Date.now() - sized(5, 120) * DAY_MS)
  const import_id = await imports.create({ source: 'events', content: lines.join('\n') })
  const started = performance.now()
  await imports.call('POST', `/${import_id}/start`, {})
  const found = await imports.ended(import_id)
  const seconds = (performance.now() - started) / 1000
  expect(found).toMatchObject({ status: 'done', rows_imported: size })
  expect((await count(site))['events']).toBe(size)
  reportFigure(`import of ${size} events: ${Math.round(size / seconds)} rows/s`)
  // A small import mostly waits for its job to be picked up.
  if (size >= 1_000_000) expect(size / seconds).toBeGreaterThan(50_000)
})
