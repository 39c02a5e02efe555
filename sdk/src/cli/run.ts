import type { Command } from 'commander'
import { type Client, createClient, type List, paginate, SitewatchError } from '../index.ts'
import { explainError, type Situation } from './explain.ts'
import { describeTerminal, formatValue } from './print.ts'
import { findProfile, ProfileError, profilePath, readProfiles } from './profile.ts'
import { CommandExit } from './io.ts'
import { renderRecord } from './record.ts'
import { bindInvocation, type Call, type Invocation, isList, takesField } from './resource.ts'
import { findUnknownColumns, renderTable, resolveColumns } from './table.ts'

interface GlobalOptions {
  profile?: string
  url?: string
  key?: string
  json?: boolean
}

const PAGE_META = new Set(['current_page', 'per_page', 'from', 'to', 'last_page', 'total'])

function readAddress(given: string | undefined, command: Command): string {
  if (given === undefined || given === '') {
    command.error('error: no server URL. Set SITEWATCH_URL or --url, for example https://watch.example.com')
  }
  if (!/^https?:\/\/[^/]/i.test(given) || !URL.canParse(given)) {
    command.error(`error: "${given}" is not a URL. It must start with http:// or https://`)
  }
  return given
}

function readKey(given: string | undefined, command: Command): string {
  if (given === undefined || given === '') {
    command.error(
      'error: no API key. Set SITEWATCH_KEY or --key; create a key in the dashboard under API keys, or with "sitewatch key create" on the server',
    )
  }
  return given
}

/** The command line first, then the profile it names, the environment, and the profile that is used when none is named. */
function readServer(
  { profile, ...given }: GlobalOptions,
  { command, io: { env } }: Call,
): { url?: string; key?: string } {
  const { SITEWATCH_URL: url, SITEWATCH_KEY: key, SITEWATCH_PROFILE } = env
  if (profile === undefined && (given.url ?? url) !== undefined && (given.key ?? key) !== undefined) {
    return { url: given.url ?? url, key: given.key ?? key } as { url: string; key: string }
  }
  try {
    const stored = readProfiles(profilePath(env))
    const named = profile === undefined ? {} : findProfile(stored, profile)
    const fallback = profile === undefined ? findProfile(stored, SITEWATCH_PROFILE) : {}
    return { ...fallback, ...(url && { url }), ...(key && { key }), ...named, ...given }
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    return command.error(`error: ${error.message}`)
  }
}

function renderList({ data, meta }: List<object>, { resource, spec, view }: Invocation, { command, io }: Call): string {
  if (data.length === 0) return 'No results.'
  const known = spec.columns ?? resource.columns
  const { columns: given, wide } = view
  const unknown = given ? findUnknownColumns(data, given, known) : []
  if (unknown.length > 0) {
    const fields = Object.keys(data[0] ?? {}).join(', ')
    command.error(`error: no column ${unknown.join(', ')}. The records have: ${fields}`)
  }
  const columns = given ? resolveColumns(given, known) : known
  const options = { wide, keepsColumns: given !== undefined }
  const more = Object.entries(meta).filter(([name, value]) => !PAGE_META.has(name) && value !== null)
  const lines = [renderTable(data, columns, describeTerminal(io.stdout, io.env), options)]
  if (more.length > 0) lines.push('', ...more.map(([name, value]) => `${name}: ${formatValue(value)}`))
  if (meta.last_page > 1) {
    lines.push(
      '',
      `Page ${meta.current_page} of ${meta.last_page}, ${meta.total} in total. Use --page or --all to see more.`,
    )
  }
  return lines.join('\n')
}

function renderAnswer(answer: object, invocation: Invocation, call: Call): string {
  const { note, render, tables, omits } = invocation.spec
  const terminal = describeTerminal(call.io.stdout, call.io.env)
  if (render) return render(answer)
  if (isList(answer)) return renderList(answer, invocation, call)
  if ('deleted' in answer && 'id' in answer) {
    const { object, id, deleted: _, ...more } = answer as { object: string; id: number; deleted: true }
    const said = `Deleted ${object.replaceAll('_', ' ')} ${id}.`
    return Object.keys(more).length === 0 ? said : `${said}\n${renderRecord(more)}`
  }
  const record = renderRecord(answer, terminal, { tables, omits })
  return note === undefined ? record : `${record}\n${note}`
}

async function readAll(client: Client, invocation: Invocation): Promise<object> {
  const list = bindInvocation(client, invocation) as (query?: object) => Promise<List<object>>
  const size = ['pageSize', 'per_page'].find((name) => takesField(invocation, name))
  const largest = size !== undefined && invocation.input[size] === undefined ? { [size]: 100 } : {}
  const data: object[] = []
  for await (const row of paginate(list, largest)) data.push(row)
  const total = data.length
  const meta = { current_page: 1, per_page: total, from: total > 0 ? 1 : null, to: total || null, last_page: 1, total }
  return { data, meta }
}

interface Session {
  client: Client
  base_url: string
  json: boolean
}

/** Calls the server that the options name. With --json exactly one line goes to standard output, also when the call fails. */
export async function runWithClient(
  call: Call,
  { resource, flagOf, timeout_ms }: Pick<Situation, 'resource' | 'flagOf'> & { timeout_ms?: number },
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const { command, io } = call
  const { json = false, ...options } = command.optsWithGlobals<GlobalOptions>()
  const { url, key } = readServer(options, call)
  const base_url = readAddress(url, command)
  const client = createClient({ base_url, key: readKey(key, command), timeout_ms })
  try {
    await work({ client, base_url, json })
  } catch (error) {
    if (!(error instanceof SitewatchError)) throw error
    const { code, status, detail, errors, request_id, required_scope, required_role, retry_after_seconds } = error
    const facts = { code, status, detail, errors, request_id, required_scope, required_role, retry_after_seconds }
    if (json) io.stdout.write(`${JSON.stringify({ error: facts })}\n`)
    io.stderr.write(`${explainError(error, { resource, url: base_url, flagOf })}\n`)
    throw new CommandExit(1)
  }
}

/** Runs a command of a resource. */
export const runInvocation = (invocation: Invocation, call: Call): Promise<void> =>
  runWithClient(call, { resource: invocation.resource.name, flagOf: invocation.flagOf }, async ({ client, json }) => {
    const answer = invocation.all
      ? await readAll(client, invocation)
      : ((await bindInvocation(client, invocation)()) as object)
    call.io.stdout.write(`${json ? JSON.stringify(answer) : renderAnswer(answer, invocation, call)}\n`)
  })
