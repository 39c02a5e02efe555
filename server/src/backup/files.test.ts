import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { BackupWriter, removeOldBackups } from './files.ts'

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A backup of one day of November with so many events. */
async function writeBackup(folder: string, day: number, events: number): Promise<string> {
  const writer = await BackupWriter.create(folder, null)
  const finished = await writer.finish({
    format: 1,
    version: '0.0.0',
    point: new Date(Date.UTC(2026, 10, day)).toISOString(),
    postgres: { migrations: [], tables: [], sequences: [] },
    history: { tables: [{ name: 'events', isView: false, rows: events, stored: null }] },
  })
  return path.basename(finished)
}

it('two backups of the same second have names of their own, in their order', async () => {
  const folder = makeFolder()
  const names = [await writeBackup(folder, 1, 1), await writeBackup(folder, 1, 2)]
  expect(readdirSync(folder)).toEqual(names)
})

it('an old backup is kept while the next one has over a tenth fewer events', async () => {
  const folder = makeFolder()
  const names: string[] = []
  for (const [day, events] of [900, 1000, 899, 1000, 1000].entries())
    names.push(await writeBackup(folder, day + 1, events))
  expect(await removeOldBackups(folder, 2, null)).toEqual({ removed: [names[0], names[2]], kept: [names[1]] })
  // Also later, when its successor has as many again.
  expect(await removeOldBackups(folder, 1, null)).toEqual({ removed: [names[3]], kept: [names[1]] })
  expect(readdirSync(folder)).toEqual([names[1], names[4]])
})
