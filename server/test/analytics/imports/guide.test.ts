import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runGuide } from '../../support/guide.ts'
import { registryOf } from '../websites/websites.ts'
import { dayBefore, startImporting } from './importing.ts'
import { makePlausibleExport } from './plausible.ts'

const { app } = await startImporting()
const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-guide-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const launcher = path.resolve(import.meta.dirname, '../../../../sdk/launch/swctl.cjs')
writeFileSync(path.join(folder, 'swctl'), `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`)
chmodSync(path.join(folder, 'swctl'), 0o755)

/** Runs a guide with `swctl` in the path, for its own website and with the file that it imports. */
const follow = (guide: string, domain: string, file?: { name: string; content: Buffer | string }) =>
  runGuide(app, guide, {
    scopes: ['websites:read', 'websites:write', 'stats:read'],
    volatile: [],
    async prepare({ id, key }) {
      await registryOf(app, { id, key, key_id: 0, email: '', password: '' }).make({ domain })
      const name = path.join(folder, file?.name ?? 'none')
      if (file) writeFileSync(name, file.content)
      // swctl has no --connect-to option.
      return {
        PATH: `${folder}:${process.env['PATH'] ?? ''}`,
        SITEWATCH_URL: app.base,
        WEBSITE: domain,
        EXPORT: name,
      }
    },
  })

it('every command of "Moving from Plausible" works as it stands and prints what the guide says', async () => {
  const content = makePlausibleExport({ from: 20, to: 1 })
  const { examples } = await follow('moving-from-plausible', 'plausible.example.com', { name: 'export.zip', content })
  expect(examples).toBe(3)
})

it('every command of "Moving from Umami" works as it stands and prints what the guide says', async () => {
  const header =
    'session_id,event_id,hostname,url_path,event_type,event_name,created_at,browser,os,device,language,country'
  const day = dayBefore(2)
  const lines = Array.from({ length: 99 }, (_, n) => {
    const time = `${day} ${String(Math.floor(n / 3 / 10) + 9).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:00`
    return `s${Math.floor(n / 3)},e${n},umami.example.com,/p${n % 3},1,,${time},chrome,Mac OS,desktop,en-US,DE`
  })
  const content = [header, ...lines, 's,e,umami.example.com,/,1,,never,chrome,Mac OS,desktop,en-US,DE'].join('\n')
  const { examples } = await follow('moving-from-umami', 'umami.example.com', { name: 'website_event.csv', content })
  expect(examples).toBe(3)
})

it('every command of "Importing events" works as it stands and prints what the guide says', async () => {
  const { examples } = await follow('importing-events', 'events.example.com')
  expect(examples).toBe(1)
})
