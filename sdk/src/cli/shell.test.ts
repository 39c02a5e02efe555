import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const SWCTL = path.resolve(import.meta.dirname, '../../launch/swctl.cjs')
const folder = mkdtempSync(path.join(tmpdir(), 'swctl-shell-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = path.join(folder, 'sitewatch/swctl.json')
const env = { PATH: `${folder}:${process.env['PATH']}`, XDG_CONFIG_HOME: folder, NODE_COMPILE_CACHE: folder }

// A person has swctl on the path.
writeFileSync(path.join(folder, 'swctl'), `#!/bin/sh\nexec '${process.execPath}' '${SWCTL}' "$@"\n`, { mode: 0o755 })

const swctl = (args: readonly string[], input = '') =>
  spawnSync(path.join(folder, 'swctl'), args, { env, input, encoding: 'utf8' })
const complete = (...words: string[]): string[] =>
  swctl(['__complete', ...words])
    .stdout.split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t')[0] ?? '')

describe('swctl completion', () => {
  it('offers commands, options and values of the table of commands', () => {
    expect(complete('web')).toEqual(['website'])
    expect(complete('website', 'l')).toEqual(['list'])
    expect(complete('monitor', 'list', '--sta')).toEqual(['--status', '--state'])
    expect(complete('monitor', 'list', '--status', '')).toEqual(['up', 'down'])
    expect(complete('website', 'list', '--pro')).toEqual(['--profile'])
  })

  it('works in bash', () => {
    const script = `source <(swctl completion bash); COMP_WORDS=(swctl website ''); COMP_CWORD=2; _swctl; echo "\${COMPREPLY[*]}"`
    expect(execFileSync('bash', ['-c', script], { env, encoding: 'utf8' }).trim().split(/\s+/)).toContain('verify')
  })

  it('has scripts for zsh and fish, and refuses others', () => {
    expect(swctl(['completion', 'zsh']).stdout).toContain('compdef _swctl swctl')
    expect(swctl(['completion', 'fish']).stdout).toContain('complete -c swctl')
    expect(swctl(['completion', 'csh'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('bash, zsh, fish'),
    })
  })
})

describe('swctl profile', () => {
  it('keeps servers and keys in a file that only its owner can read', () => {
    expect(swctl(['profile', 'list']).stdout).toContain('No profiles')
    expect(swctl(['profile', 'add', 'work', '--url', 'http://127.0.0.1:9', '--key', '-'], 'sw_secret\n').status).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(swctl(['profile', 'add', 'home', '--url', 'http://127.0.0.2:9', '--key', 'sw_x']).status).toBe(0)
    const { stdout } = swctl(['profile', 'list'])
    expect(stdout).toMatch(/^work +http:\/\/127\.0\.0\.1:9 +yes$/m)
    expect(stdout).not.toContain('sw_')
  })

  it('uses the default profile, or the one that is named', () => {
    expect(swctl(['website', 'list']).stderr).toContain('http://127.0.0.1:9')
    expect(swctl(['website', 'list', '--profile', 'home']).stderr).toContain('http://127.0.0.2:9')
    expect(swctl(['website', 'list', '--profile', 'none'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There is no profile "none"'),
    })
    expect(swctl(['profile', 'use', 'home']).status).toBe(0)
    expect(swctl(['website', 'list']).stderr).toContain('http://127.0.0.2:9')
    expect(swctl(['profile', 'remove', 'home']).status).toBe(0)
    expect(swctl(['website', 'list']).stderr).toContain('no server URL')
  })

  it('refuses a file that others can read', () => {
    chmodSync(file, 0o644)
    expect(swctl(['website', 'list', '--profile', 'work'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`chmod 600 ${file}`),
    })
  })
})
