import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { claimDevFolder } from './dev-lock.ts'

it('a second "npm run dev" is refused while the first one runs, and not after that was killed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-dev-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, '.local/dev.pid')
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  expect(claimDevFolder(file, ended)).toBeNull()
  expect(claimDevFolder(file)).toBeNull()
  expect(claimDevFolder(file, process.ppid)).toBe(process.pid)
  expect(claimDevFolder(file)).toBeNull()
})
