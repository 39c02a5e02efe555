import type { Command } from 'commander'
import { type Client, createClient, type List, paginate, SitewatchError } from '../index.ts'
import { explainError, type Situation } from './explain.ts'
import { describeTerminal, formatValue, renderRecord, renderTable } from './print.ts'
import { findProfile, ProfileError, profilePath, readProfiles } from './profile.ts'
import { bindInvocation, type Invocation, isList, takesField } from './resource.ts'

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
function readServer({ profile, ...given }: GlobalOptions, command: Command): { url?: string; key?: string } {
  const { SITEWATCH_URL: url, SITEWATCH_KEY: key, SITEWATCH_PROFILE } = process.env
  if (profile === undefined && (given.url ?? url) !== undefined && (given.key ?? key) !== undefined) {
    return { url: given.url ?? url, key: given.key ?? key } as { url: string; key: string }
  }
  try {
    const stored = readProfiles(profilePath(process.env))
    const named = profile === undefined ? {} : findProfile(stored, profile)
    const fallback = profile === undefined ? findProfile(stored, SITEWATCH_PROFILE) : {}
    return { ...fallback, ...(url && { url }), ...(key && { key }), ...named, ...given }
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    return command.error(`error: ${error.message}`)
  }
}

function renderList({ data, meta }: List<object>, { resource, spec }: Invocation): string {
  if (data.length === 0) return 'No results.'
  const more = Object.entries(meta).filter(([name]) => !PAGE_META.has(name))
  const lines = [renderTable(data, spec.columns ?? resource.columns, describeTerminal(process.stdout, process.env))]
  if (more.length > 0) lines.push('', ...more.map(([name, value]) => `${name}: ${formatValue(value)}`))
  if (meta.last_page > 1) {
    lines.push(
      '',
      `Page ${meta.current_page} of ${meta.last_page}, ${meta.total} in total. Use --page or --all to see more.`,
    )
  }
  return lines.join('\n')
}

function renderAnswer(answer: object, invocation: Invocation): string {
  const { note, render } = invocation.spec
  if (render) return render(answer)
  if (isList(answer)) return renderList(answer, invocation)
  if ('deleted' in answer && 'id' in answer) {
    const { object, id, deleted: _, ...more } = answer as { object: string; id: number; deleted: true }
    const said = `Deleted ${object.replaceAll('_', ' ')} ${id}.`
    return Object.keys(more).length === 0 ? said : `${said}\n${renderRecord(more)}`
  }
  return note === undefined ? renderRecord(answer) : `${renderRecord(answer)}\n${note}`
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
  command: Command,
  { resource, flagOf, timeout_ms }: Pick<Situation, 'resource' | 'flagOf'> & { timeout_ms?: number },
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const { json = false, ...options } = command.optsWithGlobals<GlobalOptions>()
  const { url, key } = readServer(options, command)
  const base_url = readAddress(url, command)
  const client = createClient({ base_url, key: readKey(key, command), timeout_ms })
  try {
    await work({ client, base_url, json })
  } catch (error) {
    if (!(error instanceof SitewatchError)) throw error
    const { code, status, detail, errors, request_id, required_scope, required_role, retry_after_seconds } = error
    const facts = { code, status, detail, errors, request_id, required_scope, required_role, retry_after_seconds }
    if (json) process.stdout.write(`${JSON.stringify({ error: facts })}\n`)
    process.stderr.write(`${explainError(error, { resource, url: base_url, flagOf })}\n`)
    process.exitCode = 1
  }
}

/** Runs a command of a resource. */
export const runInvocation = (invocation: Invocation, command: Command): Promise<void> =>
  runWithClient(
    command,
    { resource: invocation.resource.name, flagOf: invocation.flagOf },
    async ({ client, json }) => {
      const answer = invocation.all
        ? await readAll(client, invocation)
        : ((await bindInvocation(client, invocation)()) as object)
      process.stdout.write(`${json ? JSON.stringify(answer) : renderAnswer(answer, invocation)}\n`)
    },
  )
