import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listTypeErrors } from '../scripts/type-errors.ts'
import { generateSdk } from './generate.ts'
import type { Document } from './generator/document.ts'
import { SAMPLE } from './generator/sample.ts'

const SOURCES = path.join(import.meta.dirname, 'src')
const ROOT = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'sdk-'))
afterAll(() => rmSync(folder, { recursive: true }))

const COPIED = [
  'call.ts',
  'call-types.ts',
  'error.ts',
  'paginate.ts',
  'provider-type.ts',
  'provider-types.gen.ts',
  'webhook.ts',
  'index.ts',
]

/** What the compiler refuses of a file that uses the sample's client: file and line. */
function refusedLines(lines: readonly string[]): string[] {
  for (const name of COPIED) copyFileSync(path.join(SOURCES, name), path.join(folder, name))
  const { client } = generateSdk(SAMPLE)
  const config = { extends: path.join(ROOT, 'tsconfig.json'), include: ['*.ts'], compilerOptions: { noEmit: true } }
  writeFileSync(path.join(folder, 'client.gen.ts'), client)
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(path.join(folder, 'use.ts'), lines.join('\n'))
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  return [...new Set(listTypeErrors(folder).map((error) => error.replace(/\((\d+),.*/, ' $1')))]
}

const USES = [
  "import { createClient, paginate, type Boat, type LaunchedBoat, type NewBoat, type ProblemCode } from './index.ts'",
  "const client = createClient({ base_url: '', key: undefined })",
  'const boat: Boat = await client.boats.update(1, { name: undefined }, { if_match: "x" })',
  "const size: 'small' | 'large' = boat.size",
  'const crew: (string | number)[] = boat.crew',
  "const extra: string | undefined = boat.extras['oars']",
  "const given: NewBoat = { name: 'Sea', port: null, crew: undefined }",
  'const launched: LaunchedBoat = await client.boats.launch(given)',
  'const secret: string = launched.secret',
  "const { data, meta } = await client.boats.list({ size: 'small', page: 2 })",
  'const row: Boat | undefined = data[0]',
  'const tonnage: number = meta.tonnage + meta.last_page',
  "const engine = await client.boats.mount(1, { kind: 'sail', area: 3 })",
  "const area: number = engine.kind === 'sail' ? engine.area : engine.litres",
  'const { sunk_ids, deleted } = await client.boats.remove(1)',
  'const gone: true = deleted',
  'const ids: number[] = sunk_ids',
  'const harbour: LaunchedBoat = (await client.harbour.show()).master',
  'for await (const one of paginate(client.boats.list, { size: "large" })) crew.push(one.name)',
  'for await (const one of paginate((query) => client.boats.engines(1, query))) crew.push(one.kind)',
  "const code: ProblemCode = 'limit_reached'",
  'await client.boats.unmount(1, { engine_id: 2 })',
  'export { size, extra, secret, row, tonnage, area, gone, ids, harbour, code }',
]

const MISUSES = [
  "await client.boats.update('1', {})",
  'await client.boats.launch({})',
  "await client.boats.launch({ name: 'Sea', mast: 3 })",
  "await client.boats.list({ size: 'medium' })",
  "await client.boats.mount(1, { kind: 'sail', litres: 3 })",
  "await client.boats.mount(1, { kind: 'steam' })",
  'await client.boats.unmount(1, {})',
  'await client.boats.update(1)',
  'await client.boats.sink(1)',
  'const first: string = (await client.boats.list()).data[0].name',
  "const wrong: ProblemCode = 'nonsense'",
  "for await (const one of paginate(client.boats.list, { size: 'medium' })) crew.push(one.name)",
]

describe('generateSdk', () => {
  it('generates a client that compiles when used correctly and does not when used wrongly', () => {
    const refused = refusedLines([...USES, ...MISUSES])
    expect(refused).toEqual(MISUSES.map((_, index) => `use.ts ${USES.length + index + 1}`))
  })

  it('generates the same text for the same API, whatever the order of its paths', () => {
    const backwards: Document = { ...SAMPLE, paths: Object.fromEntries(Object.entries(SAMPLE.paths).reverse()) }
    expect(generateSdk(backwards)).toEqual(generateSdk(SAMPLE))
  })

  it('generates one method for PUT and PATCH of the same path', () => {
    const { client } = generateSdk(SAMPLE)
    expect(client.match(/ update: /g)).toHaveLength(1)
    expect(client).toContain("method: 'PUT'")
    expect(client).not.toContain("method: 'PATCH'")
  })

  it('sends the body as query parameters where the route accepts that', () => {
    const { client } = generateSdk(SAMPLE)
    const unmount = client.slice(client.indexOf(' unmount:'))
    expect(unmount).toMatch(/^.*\n.*method: 'DELETE'.*query: input/)
  })

  it('escapes a description that would end its comment', () => {
    expect(generateSdk(SAMPLE).client).toContain('/** What is *\\/ painted on it */')
  })

  it('refuses an operationId that is not group.method', () => {
    const responses = SAMPLE.paths['/api/harbour']?.['get']?.responses ?? {}
    const odd: Document = { paths: { '/api/odd': { get: { operationId: 'odd', responses } } } }
    expect(() => generateSdk(odd)).toThrow('must be group.method')
  })

  it('refuses two types with the same name', () => {
    const schemas = { ...SAMPLE.components?.schemas, BoatsListQuery: {} }
    expect(() => generateSdk({ ...SAMPLE, components: { ...SAMPLE.components, schemas } })).toThrow(
      'called BoatsListQuery',
    )
  })

  it('refuses an answer without a name', () => {
    const { paths, ...rest } = SAMPLE
    const named = JSON.stringify(paths).replaceAll('{"$ref":"#/components/schemas/Harbour"}', '{"type":"string"}')
    expect(() => generateSdk({ ...rest, paths: JSON.parse(named) as Document['paths'] })).toThrow('harbour.show')
  })

  it('gives swctl the operations that a key may call, with unions merged', () => {
    const { operations } = generateSdk(SAMPLE)
    expect(operations).not.toContain('harbour.show')
    expect(operations).toContain("kind: { type: 'string', required: true, values: ['sail', 'diesel'] }")
    expect(operations).toContain("area: { type: 'number' }")
    expect(operations).toContain("fittings: { type: 'json' }")
    expect(operations).toContain("crew: { type: 'string', many: 'list' }")
    expect(operations).toContain("port: { type: 'string', nullable: true }")
  })
})
