import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { ROOT } from '../../support/command.ts'
import { runGuide } from '../../support/guide.ts'
import { writeKumaDatabase } from './kuma-database.ts'

const app = await startApp({ SITEWATCH_MIN_INTERVAL_SECONDS: '30' })
const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-moving-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeKumaDatabase(path.join(folder, 'kuma.db'))
writeFileSync(
  path.join(folder, 'swctl'),
  `#!/bin/sh\nexec '${process.execPath}' '${path.join(ROOT, 'sdk/launch/swctl.cjs')}' "$@"\n`,
)
chmodSync(path.join(folder, 'swctl'), 0o755)
writeFileSync(
  path.join(folder, 'monitors.json'),
  JSON.stringify({
    stat: 'ok',
    monitors: [
      { id: 1, friendly_name: 'Shop', url: 'https://shop.example.com/', type: 1, interval: 300, status: 2 },
      { id: 2, friendly_name: 'Mail', url: 'mail.example.com', type: 4, sub_type: 4, interval: 300, status: 0 },
      { id: 3, friendly_name: 'Nightly backup', url: '', type: 5, interval: 86_400, status: 2 },
    ],
  }),
)

/** swctl is in the folder of the files, with the address of this test's server. */
const prepare = async () => ({ PATH: `${folder}:${process.env['PATH']}`, SITEWATCH_URL: app.base })
const scopes = ['monitors:read', 'monitors:write'] as const

it.each([
  ['moving-from-uptime-kuma', 4],
  ['moving-from-uptimerobot', 3],
])('every command of %s works as it stands and prints what the guide says', async (guide, count) => {
  const { examples } = await runGuide(app, guide, { scopes, volatile: ['monitor_id'], folder, prepare })
  expect(examples).toBe(count)
})
