import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runCommand, SYSTEM_PATH } from '../support/command.ts'
import { cloneDatabase } from '../support/database.ts'
import { programEnv } from '../support/program.ts'

it('sitewatch start refuses an address of another machine with one line and exit code 1', async () => {
  const SITEWATCH_DATA_DIR = mkdtempSync(path.join(tmpdir(), 'sitewatch-program-'))
  onTestFinished(() => rmSync(SITEWATCH_DATA_DIR, { recursive: true, force: true }))
  const env = programEnv(await cloneDatabase(), { SITEWATCH_DATA_DIR, HOST: '198.51.100.7', PATH: SYSTEM_PATH })
  const { code, stderr } = await runCommand('node', ['server/launch/sitewatch.cjs', 'start'], { env })
  expect(code).toBe(1)
  expect(stderr).toMatch(/This machine does not have that address\. Set HOST to [^\n]+\n$/)
})
