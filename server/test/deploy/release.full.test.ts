import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeScratchRepository, type ScratchCopy } from '../foundation/scratch-copy.ts'
import { SYSTEM_PATH } from '../support/command.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { startProgram } from '../support/program.ts'

const VERSION = '7.8.9'
const run = promisify(execFile)
const env = {
  PATH: SYSTEM_PATH,
  HOME: process.env['HOME'],
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
}

describe('npm run release', () => {
  let copy: ScratchCopy
  beforeAll(async () => {
    copy = await makeScratchRepository(env)
    // Right after a release there is nothing to release.
    const changelog = await read('CHANGELOG.md')
    await writeFile(
      path.join(copy.root, 'CHANGELOG.md'),
      changelog.replace(/^## Unreleased\n/m, '## Unreleased\n\n### Added\n- Something.\n'),
    )
    await inCopy('git', 'commit', '--all', '--message', 'changelog: something')
  })

  const inCopy = async (command: string, ...args: string[]): Promise<string> =>
    (await run(command, args, { cwd: copy.root, env, maxBuffer: 1e8 })).stdout.trim()
  const release = (...args: string[]): Promise<string> => inCopy('npm', 'run', '--silent', 'release', '--', ...args)
  const read = (file: string): Promise<string> => readFile(path.join(copy.root, file), 'utf8')
  const readState = (): Promise<string[]> =>
    Promise.all([inCopy('git', 'rev-parse', 'HEAD'), inCopy('git', 'status', '--porcelain'), inCopy('git', 'tag')])

  it('refuses uncommitted changes and an older version, and changes nothing with --dry-run', async () => {
    const before = await readState()
    await writeFile(path.join(copy.root, 'new-file'), '')
    await expect(release(VERSION)).rejects.toMatchObject({ stderr: /The tree has changes/ })
    await inCopy('rm', 'new-file')
    await expect(release('0.0.1')).rejects.toMatchObject({ stderr: /is not newer than/ })
    await expect(release()).rejects.toMatchObject({ stderr: /Name one version/ })
    expect(await release('--help')).toContain('npm run release -- X.Y.Z')
    expect(await release(VERSION, '--dry-run')).toMatch(/tag: +v7\.8\.9\npackages: .*@sitewatch\/sdk/)
    expect(await readState()).toEqual(before)
  })

  it('sets the version everywhere, tags it, and writes packages, SBOM, notes and checksums', async () => {
    const changes = (await read('CHANGELOG.md'))
      .split('\n## ')[1]
      ?.replace(/^Unreleased\s*/, '')
      .trim()
    await release(VERSION)
    expect(await inCopy('git', 'status', '--porcelain')).toBe('')
    expect(await inCopy('git', 'describe', '--exact-match')).toBe(`v${VERSION}`)
    const launch = path.join(copy.root, 'server/launch/sitewatch.cjs')
    expect(await inCopy(process.execPath, launch, '--version')).toBe(VERSION)
    expect(JSON.parse(await read('docs/openapi.json'))).toMatchObject({ info: { version: VERSION } })
    expect(await read('deploy/Dockerfile')).toContain(`ARG VERSION=${VERSION}\n`)
    expect(await read('CHANGELOG.md')).toMatch(/## Unreleased\n\n## 7\.8\.9 \(\d{4}-\d\d-\d\d\)\n\n### /)
    expect((await read('dist/notes.md')).trim()).toBe(changes)

    const dist = path.join(copy.root, 'dist')
    expect(await readdir(dist)).toEqual(
      expect.arrayContaining([
        'SHA256SUMS',
        'notes.md',
        'sitewatch-7.8.9.cdx.json',
        'sitewatch-7.8.9.tar.gz',
        'sitewatch-sdk-7.8.9.tgz',
        'sitewatch-tracker-7.8.9.tgz',
      ]),
    )
    await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: dist })
    const sdk = await inCopy('tar', '-xzOf', 'dist/sitewatch-sdk-7.8.9.tgz', 'package/package.json')
    expect(JSON.parse(sdk)).toMatchObject({ name: '@sitewatch/sdk', version: VERSION })
    const { components } = JSON.parse(await read('dist/sitewatch-7.8.9.cdx.json')) as {
      components: { name: string }[]
    }
    const names = components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod', 'chdb', 'commander', 'react']))
    expect(names).not.toContain('vitest')
  })

  it('sets the version that the program logs and that /metrics and openapi.json show', async () => {
    const program = await startProgram(await createEmptyDatabase(), { root: copy.root, roles: ['collector'] })
    expect(program.lines.find(({ msg }) => msg === 'Sitewatch is running')).toMatchObject({ version: VERSION })
    const metrics = await (await fetch(`${program.base}/metrics`)).text()
    expect(metrics).toContain(`sitewatch_build_info{version="${VERSION}"`)
    program.kill('SIGKILL')
  })
})
