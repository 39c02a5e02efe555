import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfigFile, renderConfigFile } from './config-file.ts'
import { PROCESS_IO } from './io.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'config-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(text: string, env: NodeJS.ProcessEnv = {}) {
  const file = path.join(folder, 'file.yaml')
  writeFileSync(file, text)
  return readConfigFile(file, { ...PROCESS_IO, env })
}

describe('readConfigFile', () => {
  it('puts variables and files in place of references, also inside a text', () => {
    writeFileSync(path.join(folder, 'secret'), 'from a file\n')
    const { document, unset } = read('a: ${A}\nb: ["x-${A}-${A}", "${file:secret}"]\nc: 1', { A: 'value' })
    expect(document).toEqual({ a: 'value', b: ['x-value-value', 'from a file'], c: 1 })
    expect(unset).toEqual([])
  })

  it('leaves a value open that is one reference to a variable that is not set or empty', () => {
    expect(read('a: ${A}\nb: ${B}\nc: ${A}', { B: '' })).toEqual({
      document: { a: { $env: 'A' }, b: { $env: 'B' }, c: { $env: 'A' } },
      unset: ['A', 'B'],
    })
  })

  it('does not resolve what a value has in it', () => {
    expect(read('a: ${A}', { A: '${B}', B: 'b' }).document).toEqual({ a: '${B}' })
  })

  it.each([
    ['is not YAML', 'version: [', 'at line 1'],
    ['is a text', 'hello', 'starts with "version: 1"'],
    ['has a variable in the middle of a text that is not set', 'a: "https://${NOPE}/"', 'NOPE is not set'],
    ['refers to a file that does not exist', 'a: ${file:nope}', 'no such file'],
    ['refers to something else', 'a: ${a b}', 'Write $${ for a text'],
  ])('refuses a file that %s', (_, text, why) => {
    expect(() => read(text)).toThrow(why)
  })
})

describe('renderConfigFile', () => {
  it.each([
    '${A}',
    '$${A}',
    '$$${A}',
    'a ${',
    'yes',
    '1.0',
    '# no comment',
    '2026-11-22T02:00:00Z',
    'a\nb\n',
    '+15551234567',
  ])('writes %j so that it is read as it was', (text) => {
    const written = renderConfigFile(
      { object: 'config_export', text } as { object: string },
      'https://watch.example.com/',
    )
    expect(read(written, { A: 'x' }).document).toEqual({ text })
    expect(written.split('\n')[0]).toBe('# yaml-language-server: $schema=https://watch.example.com/config.schema.json')
  })

  it('writes a reference for each secret', () => {
    const config = {
      object: 'config_export',
      providers: [{ token: { $env: 'TOKEN' }, headers: { env: { $env: 'ENV' } } }],
    }
    expect(renderConfigFile(config, '')).toContain('- token: ${TOKEN}\n    headers:\n      env: ${ENV}\n')
  })
})
