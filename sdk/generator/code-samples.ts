import { RESOURCES } from '../src/cli/main.ts'
import type { Field } from '../src/cli/fields.ts'
import { type CommandSpec, readShape, type Resource } from '../src/cli/resource.ts'
import { renderKey, renderLiteral } from './types.ts'

/** A call to show: what is sent beside the path, whose parameters are all 42. */
export interface SampleCall {
  id: string
  path: string
  kind: 'one' | 'created' | 'list' | 'deleted'
  body?: Record<string, unknown> | undefined
  query: Record<string, unknown>
}

const EXAMPLE_ID = 42
const WIDE = 80

/** A literal over several lines when it is long. */
function renderArgument(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return renderLiteral(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => renderArgument(item, inner))
    : Object.entries(value).map(([name, item]) => `${renderKey(name)}: ${renderArgument(item, inner)}`)
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' ']
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length <= WIDE && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

export function renderTypescript({ id, path, kind, body, query }: SampleCall): string {
  const params = [...path.matchAll(/:\w+/g)].map(() => EXAMPLE_ID)
  const args = [...params, ...(body ? [body] : []), ...(Object.keys(query).length > 0 ? [query] : [])]
  const call = `await client.${id}(${args.map((arg) => renderArgument(arg)).join(', ')})`
  if (kind === 'deleted') return call
  return kind === 'list' ? `const { data, meta } = ${call}` : `const result = ${call}`
}

const quote = (text: string): string =>
  /^[\w./:@=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

function renderValue({ type, many }: Field, value: unknown): string[] {
  if (many === 'map') return Object.entries(value as object).map(([name, inner]) => quote(`${name}: ${String(inner)}`))
  if (many === 'list') return [quote((value as unknown[]).join())]
  return [quote(type === 'json' ? JSON.stringify(value) : String(value))]
}

function findCommand(operation: string): { resource: Resource; name: string; spec: CommandSpec } | undefined {
  for (const resource of RESOURCES) {
    const found = Object.entries(resource.commands).find(([, spec]) => spec.operation === operation && !spec.fixed)
    if (found) return { resource, name: found[0], spec: found[1] }
  }
  return undefined
}

/** The same call as a command; undefined when swctl has none for it. */
export function renderSwctl({ id, body, query }: SampleCall): string | undefined {
  const command = findCommand(id)
  if (!command) return undefined
  const { resource, name, spec } = command
  const { info, slots, flags } = readShape(resource, spec)
  const given: Record<string, unknown> = { ...query, ...body }
  const positions = slots.map(({ target, field }) =>
    renderValue(field, info.params.includes(target) ? EXAMPLE_ID : given[target]).join(' '),
  )
  const options = flags
    .filter(({ target }) => given[target] !== undefined)
    .flatMap((flag) => renderValue(flag.field, given[flag.target]).map((value) => `--${flag.name} ${value}`))
  return ['swctl', resource.name, name, ...positions, ...options].join(' ')
}

/** What the API reference shows beside curl, by operation. */
export function renderCodeSamples(calls: readonly SampleCall[]): string {
  const lines = calls
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((call) => {
      const swctl = renderSwctl(call)
      const command = swctl === undefined ? '' : `, swctl: ${JSON.stringify(swctl)}`
      return `  '${call.id}': { typescript: ${JSON.stringify(renderTypescript(call))}${command} },`
    })
  return [
    '// Made from the contract and the commands of swctl by "npm run generate". Do not edit.',
    '',
    'export const CODE_SAMPLES: Readonly<Record<string, { typescript: string; swctl?: string }>> = {',
    ...lines,
    '}',
    '',
  ].join('\n')
}
