import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, describe, expect, it } from 'vitest'
import { TSC } from '../../../scripts/type-errors.ts'
import { EXAMPLES } from '../examples/values.ts'
import { buildOpenApi, ROUTES, TAGS } from '../index.ts'

interface Media {
  schema: object
  example?: unknown
  examples?: Record<string, { value: object }>
}
interface ApiResponse {
  headers?: Record<string, object>
  content: Record<string, Media>
}
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: { $ref?: string; name: string; in: string; schema: object; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, ApiResponse | { $ref: string }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: { requestBody: { content: Record<string, Media> } } }>
  tags: { name: string; description: string }[]
  components: {
    schemas: Record<string, { examples?: unknown[]; properties?: object }>
    examples: Record<string, { value: unknown }>
  }
}

const document = buildOpenApi(ROUTES, '0.0.0') as unknown as Document
const operations = Object.entries(document.paths).flatMap(([url, item]) =>
  Object.entries(item).map(([method, operation]) => ({ place: [url, method], operation })),
)

// Most of the time goes into compiling validators that check one or two values: shorter, faster ones take twice as long to make.
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  allErrors: true,
  inlineRefs: false,
  code: { optimize: false },
})
ajv.addSchema(document, 'openapi')

/** Validation errors of a value for the schema at this path of the document. */
function findErrors(place: readonly string[], value: unknown): unknown {
  const pointer = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  // It keeps what it compiled; `compile` with a reference does not.
  const validate = ajv.getSchema(`openapi#/${encodeURI(pointer)}`)
  if (!validate) throw new Error(`The document has no ${pointer}.`)
  return validate(value) ? [] : validate.errors
}

const ok = (operation: Operation): [string, ApiResponse][] =>
  Object.entries(operation.responses).filter((entry): entry is [string, ApiResponse] => entry[0].startsWith('2'))

describe('every operation of the OpenAPI document', () => {
  it.each(operations.map(({ operation, place }) => [operation.operationId, operation, place] as const))(
    'has a summary, a declared tag, and examples that its own schemas accept: %s',
    (_id, operation, place) => {
      expect(operation.summary).toMatch(/\w{3}/)
      expect(operation.description).toMatch(/\w{3}/)
      expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0])
      for (const [type, { example, examples }] of Object.entries(operation.requestBody?.content ?? {})) {
        for (const { value } of Object.values(examples ?? { '': { value: example } })) {
          expect(Object.keys(value as object)).not.toEqual([])
          expect(findErrors(['paths', ...place, 'requestBody', 'content', type, 'schema'], value)).toEqual([])
        }
      }
      for (const [index, { example }] of (operation.parameters ?? []).entries()) {
        if (example === undefined) continue
        expect(findErrors(['paths', ...place, 'parameters', String(index), 'schema'], example)).toEqual([])
      }
      for (const [status, { content }] of ok(operation)) {
        const { example } = content['application/json'] as Media
        const at = ['paths', ...place, 'responses', status, 'content', 'application/json', 'schema']
        expect(findErrors(at, example)).toEqual([])
        expect(findErrors(at, { ...(example as object), data: undefined })).not.toEqual([])
      }
    },
  )
})

describe('the webhooks of the OpenAPI document', () => {
  it('have examples that their schemas accept', () => {
    const shown = Object.entries(document.webhooks).flatMap(([name, { post }]) => {
      const { examples = {} } = post.requestBody.content['application/json'] as Media
      const at = ['webhooks', name, 'post', 'requestBody', 'content', 'application/json', 'schema']
      return Object.entries(examples).map(([type, { value }]) => [name, type, findErrors(at, value)] as const)
    })
    expect(shown.filter(([, , errors]) => (errors as unknown[]).length > 0)).toEqual([])
    expect(shown.map(([name, type]) => `${name} ${type}`)).toEqual([
      'alert incident.opened',
      'alert certificate.expiring',
      'alert monitor.slow_started',
      'alert objective.burn_fast',
      'alert test',
      'statusPage incident.opened',
      'statusPage incident.updated',
      'statusPage subscription.confirm',
    ])
  })
})

describe('the components of the OpenAPI document', () => {
  it('have examples that they accept', () => {
    const wrong = Object.entries(document.components.schemas).flatMap(([name, { examples = [] }]) =>
      examples.map((example) => [name, findErrors(['components', 'schemas', name], example)] as const),
    )
    expect(wrong.length).toBeGreaterThan(40)
    expect(wrong.filter(([, errors]) => (errors as unknown[]).length > 0)).toEqual([])
    for (const { value } of Object.values(document.components.examples)) {
      expect(findErrors(['components', 'schemas', 'Problem'], value)).toEqual([])
    }
  })

  it('name every record that a route returns', () => {
    const unnamed = operations.filter(({ operation }) =>
      ok(operation).some(([, { content }]) => {
        const text = JSON.stringify((content['application/json'] as Media).schema)
        return !text.includes('"$ref":"#/components/schemas/') && !text.includes('"deleted":{')
      }),
    )
    expect(unnamed.map(({ operation }) => operation.operationId)).toEqual([])
  })

  it('allow unknown fields in responses, but not in requests', () => {
    const website = document.components.schemas['Website']?.examples?.[0] as object
    expect(findErrors(['components', 'schemas', 'Website'], { ...website, later: 1 })).toEqual([])
    expect(findErrors(['components', 'schemas', 'NewWebsite'], { domain: 'example.com', later: 1 })).not.toEqual([])
    const answers = operations.flatMap(({ operation }) => ok(operation).map(([, answer]) => JSON.stringify(answer)))
    const shown = Object.values(document.components.schemas).filter(({ examples }) => examples)
    for (const text of [...answers, ...shown.map((schema) => JSON.stringify(schema))]) {
      expect(text).not.toContain('"additionalProperties":false')
    }
  })

  it('use every value of the table of examples', () => {
    const text = JSON.stringify(document)
    const unused = Object.keys(EXAMPLES).filter((name) => !text.includes(`"${name.split('.').at(-1) ?? ''}":`))
    expect(unused).toEqual([])
  })
})

const find = (id: string): Operation =>
  operations.find(({ operation }) => operation.operationId === id)?.operation as Operation
const sentHeaders = (id: string): string[] =>
  (find(id).parameters ?? []).flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref.split('/').at(-1) ?? '']))
const shownHeaders = (id: string): string[] => Object.keys(ok(find(id))[0]?.[1].headers ?? {})

/** Every value of a key, at any depth, with the names above it. */
function findKey(key: string, value: unknown, above: readonly string[] = []): [place: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [[above.join('.'), inner] as [string, unknown]] : []),
    ...findKey(key, inner, [...above, name]),
  ])
}

describe('the patterns of the OpenAPI document', () => {
  it('use only what regular expressions of other languages have too', () => {
    const patterns = new Set(
      findKey('pattern', document).flatMap(([, value]) => (typeof value === 'string' ? [value] : [])),
    )
    expect(patterns.size).toBeGreaterThan(20)
    // Properties of Unicode, look-around, named groups, back-references and \\u: each is refused in Python, Go or Rust.
    const refused = [...patterns].filter((pattern) => /\\[pPuk1-9]|\(\?[=!<]/.test(pattern))
    expect(refused).toEqual([])
  })
})

describe('the headers of an operation', () => {
  it('are those that it reads and sends', () => {
    expect(sentHeaders('websites.create')).toEqual(['SitewatchTeam', 'IdempotencyKey'])
    expect(sentHeaders('websites.update')).toEqual(['SitewatchTeam', 'IfMatch'])
    expect(sentHeaders('websites.show')).toEqual(['SitewatchTeam', 'IfNoneMatch'])
    expect(sentHeaders('session.create')).toEqual([])
    expect(shownHeaders('websites.create')).toEqual(expect.arrayContaining(['ETag', 'Location', 'RateLimit']))
    expect(shownHeaders('websites.list')).toEqual(expect.arrayContaining(['Link', 'RateLimit-Policy']))
    expect(shownHeaders('websites.list')).not.toContain('ETag')
  })
})

describe('the tags', () => {
  it('are in reading order, and every route has one', () => {
    const used = [...new Set(operations.map(({ operation }) => operation.tags[0]))]
    expect(used).toEqual(TAGS.map(({ name }) => name))
  })
})

const USES = [
  "import type { components, operations } from './schema.ts'",
  "type Website = components['schemas']['Website']",
  'declare const website: Website',
  'export const domain: string = website.domain',
  'export const privacy: 0 | 1 | 2 = website.privacy',
  "declare const provider: components['schemas']['Provider']",
  "export const to: string = provider.provider_type === 'email' ? provider.recipient_email : provider.name",
  "export const fresh: components['schemas']['NewMonitor'] = { friendly_name: 'Shop', url: 'https://example.com/' }",
  "export const site: components['schemas']['NewWebsite'] = { domain: 'example.com' }",
  "type Body = operations['websites.create']['requestBody']['content']['application/json']",
  "export const body: Body = { domain: 'example.com' }",
  "export const page: components['schemas']['NewStatusPage'] = { name: 'Shop' }",
  "type Answer = operations['websites.create']['responses'][201]",
  'export const location = (answer: Answer): string | undefined => answer.headers.Location',
]
const MISUSES = [
  'export const wrong: number = website.domain',
  "export const missing: components['schemas']['NewMonitor'] = { url: 'https://a.example' }",
  "export type None = components['schemas']['Wbsite']",
]

describe('openapi-typescript', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('generates types that compile when used correctly and do not compile when used wrongly', async () => {
    const types = astToString(await openapiTS(JSON.stringify(document)))
    writeFileSync(path.join(folder, 'schema.ts'), types)
    writeFileSync(path.join(folder, 'use.ts'), [...USES, ...MISUSES].join('\n'))
    const flags = [
      '--noEmit',
      '--strict',
      '--allowImportingTsExtensions',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      // As in tsconfig.json: the compiler's own declarations are not ours to check.
      '--skipLibCheck',
      // Each checker would read the types again.
      '--checkers',
      '1',
    ]
    let output = ''
    try {
      execFileSync(process.execPath, [TSC, ...flags, 'use.ts'], { cwd: folder, encoding: 'utf8' })
    } catch (error) {
      output = (error as { stdout: string }).stdout
    }
    const refused = [...output.matchAll(/^([\w.]+)\((\d+),/gm)].map(([, file, line]) => `${file} ${line}`)
    expect(refused, output).toEqual(MISUSES.map((_, index) => `use.ts ${USES.length + index + 1}`))
  })
})
