import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '../deploy', file), 'utf8')

/** The services of compose.yaml with their settings. */
const SERVICES = Array.from(
  (read('compose.yaml').split(/^services:\n/m)[1] ?? '').matchAll(/^ {2}(\w+):\n((?: {4}.*\n)+)/gm),
  ([, name = '', settings = '']) => [name, settings] as const,
)

describe('a service of compose.yaml', () => {
  it('is sitewatch or postgres', () => {
    expect(SERVICES.map(([name]) => name)).toEqual(['sitewatch', 'postgres'])
  })

  it.each(SERVICES)('%s can use up neither the memory nor the processes of the machine', (_name, settings) => {
    expect(settings).toMatch(/^ {4}mem_limit: /m)
    expect(settings).toMatch(/^ {4}pids_limit: \d+$/m)
    expect(settings).toMatch(/^ {4}security_opt: \['no-new-privileges:true'\]$/m)
  })
})

describe('the systemd units', () => {
  it.each(['sitewatch.service', 'sitewatch@.service'])('%s limits processes and threads', (name) => {
    expect(read(`systemd/${name}`)).toMatch(/^TasksMax=\d+$/m)
  })
})
