import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runSwctl } from '../../support/swctl.ts'
import { breakLines, dayBefore, type ImportSite, importsOf, makeEvents, startImporting } from './importing.ts'
import { makePlausibleExport } from './plausible.ts'

const { app, makeSite, count, stats } = await startImporting()
const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, content: string | Buffer): string => {
  writeFileSync(path.join(folder, name), content)
  return path.join(folder, name)
}

const swctl = ({ owner }: ImportSite, ...args: string[]) => runSwctl(args, { url: app.base, key: owner.key })

it('the import command imports each kind of file, shows its progress and reports broken lines', async () => {
  const site = await makeSite()
  const plausible = write('export.zip', makePlausibleExport({ from: 20, to: 11 }))
  const first = await swctl(site, 'import', 'plausible', plausible, '--website', site.domain, '--json')
  expect(first.code).toBe(0)
  expect(JSON.parse(first.stdout)).toMatchObject({ status: 'done', rows_imported: 160 })
  expect(first.stdout.trim().split('\n')).toHaveLength(1)
  expect(first.stderr).toMatch(/Uploading 100 %\n(.*\n)*Importing 100 %/)

  const umami = write(
    'umami.csv',
    `session_id,created_at,url_path\na,${dayBefore(2)} 10:00:00,/\nb,${dayBefore(2)} 10:00:00,/\nc,never,/\n`,
  )
  const second = await swctl(site, 'import', 'umami', umami, '--website', String(site.id))
  expect(second.stdout).toMatch(
    /^Import \d+: 2 lines imported from .* to .*, 0 duplicates left out, 1 broken\.\n {2}umami\.csv, line 4: created_at is not a time\.\nUndo it with "swctl import undo \d+ \d+"\.\n$/,
  )

  const events = write('events.ndjson', breakLines(makeEvents(site, 200)).join('\n'))
  const third = await swctl(site, 'import', 'events', events, '--website', String(site.id), '--json')
  const found = JSON.parse(third.stdout)
  expect(found).toMatchObject({ rows_imported: 198, rows_broken: 2 })
  const again = await swctl(site, 'import', 'events', events, '--website', String(site.id), '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({ rows_imported: 0, rows_duplicate: 198 })

  const list = JSON.parse((await swctl(site, 'import', 'list', String(site.id), '--json')).stdout)
  expect(list.data.map(({ source }: { source: string }) => source)).toEqual(['events', 'events', 'umami', 'plausible'])
  const undone = await swctl(site, 'import', 'undo', String(site.id), String(found.id))
  expect(undone.stdout).toBe(`Deleted statistics import ${found.id}.\n`)
  await expect.poll(async () => (await count(site))['events']).toBe(2)
  expect((await stats(site, 'summary?period=30d&compare=none')).data.visitors).toBe(2 + 550)
})

it('the import command continues an interrupted upload', async () => {
  const site = await makeSite()
  const content = Buffer.from(makeEvents(site, 100).join('\n'))
  const file = write('interrupted.ndjson', content)
  const imports = importsOf(app, site)
  const { id } = (
    await imports.call('POST', '', { source: 'events', file_name: 'interrupted.ndjson', file_bytes: content.length })
  ).body.data
  await imports.call('PUT', `/${id}/file`, { offset: 0, data: content.subarray(0, 1000).toString('base64') })
  const { stdout } = await swctl(site, 'import', 'events', file, '--website', String(site.id), '--json')
  expect(JSON.parse(stdout)).toMatchObject({ id, rows_imported: 100, rows_broken: 0 })
})

it('the import command explains what to do next when it fails', async () => {
  const site = await makeSite()
  const missing = await swctl(site, 'import', 'umami', path.join(folder, 'none.csv'), '--website', String(site.id))
  expect(missing).toMatchObject({ code: 2 })
  expect(missing.stderr).toContain('no such file')
  const wrong = write('wrong.csv', 'a,b\n')
  const failed = await swctl(site, 'import', 'umami', wrong, '--website', String(site.id))
  expect(failed.code).toBe(1)
  expect(failed.stdout).toContain('its first line lacks session_id')
})
