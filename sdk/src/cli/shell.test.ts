import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { PROCESS_IO } from './io.ts'
import { main } from './main.ts'

const SWCTL = path.resolve(import.meta.dirname, '../../launch/swctl.cjs')
const folder = mkdtempSync(path.join(tmpdir(), 'swctl-shell-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = path.join(folder, 'sitewatch/swctl.json')
const env = { PATH: `${folder}:${process.env['PATH']}`, XDG_CONFIG_HOME: folder, NODE_COMPILE_CACHE: folder }

// A person has swctl on the path.
writeFileSync(path.join(folder, 'swctl'), `#!/bin/sh\nexec '${process.execPath}' '${SWCTL}' "$@"\n`, { mode: 0o755 })

function collect(): { stream: Writable; chunks: string[] } {
  const chunks: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString())
      done()
    },
  })
  return { stream, chunks }
}

async function swctl(args: readonly string[], input = '') {
  const [stdout, stderr] = [collect(), collect()]
  const readInput = () => Buffer.from(input)
  const status = await main(args, { ...PROCESS_IO, env, readInput, stdout: stdout.stream, stderr: stderr.stream })
  return { status, stdout: stdout.chunks.join(''), stderr: stderr.chunks.join('') }
}

async function complete(...words: string[]): Promise<string[]> {
  const { stdout } = await swctl(['__complete', ...words])
  const lines = stdout.split('\n').filter(Boolean)
  return lines.map((line) => line.split('\t')[0] ?? '')
}

describe('swctl completion', () => {
  it('offers commands, options and values of the table of commands', async () => {
    expect(await complete('web')).toEqual(['website'])
    expect(await complete('website', 'l')).toEqual(['list'])
    expect(await complete('monitor', 'list', '--sta')).toEqual(['--status', '--state'])
    expect(await complete('monitor', 'list', '--status', '')).toEqual(['up', 'down'])
    expect(await complete('website', 'list', '--pro')).toEqual(['--profile'])
  })

  it('works in bash', () => {
    const script = `source <(swctl completion bash); COMP_WORDS=(swctl website ''); COMP_CWORD=2; _swctl; echo "\${COMPREPLY[*]}"`
    expect(execFileSync('bash', ['-c', script], { env, encoding: 'utf8' }).trim().split(/\s+/)).toContain('verify')
  })

  it('has scripts for zsh and fish, and refuses others', async () => {
    expect((await swctl(['completion', 'zsh'])).stdout).toContain('compdef _swctl swctl')
    expect((await swctl(['completion', 'fish'])).stdout).toContain('complete -c swctl')
    expect(await swctl(['completion', 'csh'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('bash, zsh, fish'),
    })
  })
})

describe('swctl profile', () => {
  it('keeps servers and keys in a file that only its owner can read', async () => {
    expect((await swctl(['profile', 'list'])).stdout).toContain('No profiles')
    expect(
      (await swctl(['profile', 'add', 'work', '--url', 'http://127.0.0.1:9', '--key', '-'], 'sw_secret\n')).status,
    ).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await swctl(['profile', 'add', 'home', '--url', 'http://127.0.0.2:9', '--key', 'sw_x'])).status).toBe(0)
    const { stdout } = await swctl(['profile', 'list'])
    expect(stdout).toMatch(/^work +http:\/\/127\.0\.0\.1:9 +yes$/m)
    expect(stdout).not.toContain('sw_')
  })

  it('uses the default profile, or the one that is named', async () => {
    expect((await swctl(['website', 'list'])).stderr).toContain('http://127.0.0.1:9')
    expect((await swctl(['website', 'list', '--profile', 'home'])).stderr).toContain('http://127.0.0.2:9')
    expect(await swctl(['website', 'list', '--profile', 'none'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There is no profile "none"'),
    })
    expect((await swctl(['profile', 'use', 'home'])).status).toBe(0)
    expect((await swctl(['website', 'list'])).stderr).toContain('http://127.0.0.2:9')
    expect((await swctl(['profile', 'remove', 'home'])).status).toBe(0)
    expect((await swctl(['website', 'list'])).stderr).toContain('no server URL')
  })

  it('refuses a file that others can read', async () => {
    chmodSync(file, 0o644)
    expect(await swctl(['website', 'list', '--profile', 'work'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`chmod 600 ${file}`),
    })
  })
})
