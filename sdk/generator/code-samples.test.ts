import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exampleRequest, ROUTES } from '../../contract/src/index.ts'
import { Command } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { listTypeErrors } from '../../scripts/type-errors.ts'
import { PROCESS_IO } from '../src/cli/io.ts'
import { RESOURCES } from '../src/cli/main.ts'
import { addResource, type Invocation } from '../src/cli/resource.ts'
import { renderSwctl, renderTypescript, type SampleCall } from './code-samples.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const CALLS = ROUTES.map((route): SampleCall => ({
  id: route.id,
  path: route.path,
  kind: route.returns.kind,
  ...exampleRequest(route),
}))

describe('renderTypescript', () => {
  // Beside the sources, so that the compiler finds the packages they import.
  const folder = mkdtempSync(path.join(import.meta.dirname, '.samples-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('makes calls of the SDK that compile, for every operation', () => {
    const head = "import { createClient } from '../../src/index.ts'\nconst client = createClient({ base_url: '' })\n"
    const blocks = CALLS.map((call) => `{\n${renderTypescript(call)}\n}\n`)
    const wrong = "await client.websites.create({ domian: 'example.com' })\n"
    writeFileSync(path.join(folder, 'samples.ts'), `${head}${blocks.join('')}${wrong}export {}\n`)
    const config = { extends: path.join(ROOT, 'tsconfig.json'), include: ['samples.ts'], exclude: [] }
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
    expect(listTypeErrors(folder)).toEqual([expect.stringContaining('domian')])
  })
})

/** The words of a command, as a shell splits them. */
const splitWords = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g)].map(([word]) =>
    word.replaceAll("'\\''", '\0').replaceAll("'", '').replaceAll('\0', "'"),
  )

describe('renderSwctl', () => {
  const commands = CALLS.flatMap((call) => {
    const line = renderSwctl(call)
    return line === undefined ? [] : [[line, call] as const]
  })

  it.each(commands)('%s', async (line, call) => {
    const called: Invocation[] = []
    const program = new Command('swctl').exitOverride()
    const parent = { command: program, io: PROCESS_IO }
    for (const resource of RESOURCES) addResource(parent, resource, async (invocation) => void called.push(invocation))
    await program.parseAsync(splitWords(line).slice(1), { from: 'user' })
    expect(called).toHaveLength(1)
    expect(called[0]?.spec.operation).toBe(call.id)
    expect(called[0]?.input).toEqual({ ...call.query, ...call.body })
  })
})
