import { existsSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ROOT, runCommand } from '../support/command.ts'

describe('with any Node version of the machine', () => {
  it('npx --no -- sitewatch --help shows our help; without -- npm takes the flag', async () => {
    const [ours, npms] = await Promise.all([
      runCommand('npx', ['--no', '--', 'sitewatch', '--help']),
      runCommand('npx', ['--no', 'sitewatch', '--help']),
    ])
    expect(ours).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: sitewatch /) })
    expect(npms.stdout).toContain('npm exec')
  })

  it('the launcher keeps compiled sources beside the packages', async () => {
    const cache = path.join(ROOT, 'node_modules/.cache/sitewatch')
    // Moved away at once: programs of other tests write to it meanwhile.
    const old = mkdtempSync(path.join(ROOT, 'node_modules/.old-cache-'))
    onTestFinished(() => rmSync(old, { recursive: true, force: true }))
    if (existsSync(cache)) renameSync(cache, path.join(old, 'sitewatch'))
    await runCommand('node', ['server/launch/sitewatch.cjs', '--version'], { env: { NODE_COMPILE_CACHE: undefined } })
    expect(globSync('*/*', { cwd: cache }).length).toBeGreaterThan(100)
  })
})
