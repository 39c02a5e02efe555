import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'
import { installSwctl } from './swctl.ts'

const app = await startApp({ BASE_URL: 'http://watch.example.com' })
const folder = mkdtempSync(path.join(tmpdir(), 'config-guide-'))
const bin = installSwctl()
afterAll(() => {
  for (const made of [folder, bin]) rmSync(made, { recursive: true })
})

it('every command of the guide to configuration as code works as it stands and prints what it says', async () => {
  const { examples } = await runGuide(app, 'configuration-as-code', {
    scopes: [
      'websites:read',
      'websites:write',
      'monitors:read',
      'monitors:write',
      'providers:read',
      'providers:write',
      'team:read',
    ],
    volatile: [],
    async prepare() {
      // The shell starts in its own folder, for the files that the guide writes.
      const start = path.join(folder, 'start.sh')
      writeFileSync(start, `cd '${folder}'\n`)
      return { SITEWATCH_URL: app.base, PATH: `${bin}:${process.env['PATH']}`, BASH_ENV: start }
    },
  })
  expect(examples).toBe(6)
})
