import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openHostsFile, parseHostsFile } from './hosts-file.ts'

describe('parseHostsFile', () => {
  it('parses names, aliases, comments, tabs and repeated names', () => {
    const text =
      '# comment\n127.0.0.1\tlocalhost\n1.2.3.4  Web.Example www # alias\r\n2606:4700::1 web.example\nnonsense name\n\n5.6.7.8\n'
    expect([...parseHostsFile(text)]).toEqual([
      ['localhost', ['127.0.0.1']],
      ['web.example', ['1.2.3.4', '2606:4700::1']],
      ['www', ['1.2.3.4']],
    ])
  })
})

describe('openHostsFile', () => {
  let folder = ''
  let now_ms = 0
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hosts-'))
    now_ms = 0
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('picks up a change of the file after 5 s, and not before', () => {
    const path = join(folder, 'hosts')
    writeFileSync(path, '1.2.3.4 a\n')
    const hosts = openHostsFile(path, () => now_ms)
    expect(hosts.lookupHostsFile('a')).toEqual(['1.2.3.4'])
    writeFileSync(path, '1.2.3.4 b\n5.6.7.8 a\n')
    now_ms = 4_999
    expect(hosts.lookupHostsFile('a')).toEqual(['1.2.3.4'])
    now_ms = 5_000
    expect(hosts.lookupHostsFile('a')).toEqual(['5.6.7.8'])
    expect(hosts.lookupHostsFile('b')).toEqual(['1.2.3.4'])
    rmSync(path)
    now_ms = 10_000
    expect(hosts.lookupHostsFile('a')).toEqual([])
  })

  it('returns no addresses when the file does not exist', () => {
    expect(openHostsFile(join(folder, 'absent'), () => now_ms).lookupHostsFile('a')).toEqual([])
  })
})
