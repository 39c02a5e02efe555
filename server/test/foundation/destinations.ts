import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { MonitorChanges, ProviderChanges } from '@sitewatch/contract'
import { afterAll, expect } from 'vitest'
import { type ConfigTeam, makeConfigTeam } from '../team/config-as-code/config.ts'
import type { Certificate } from '../platform/egress/certificates.ts'
import { listen } from '../platform/egress/targets.ts'
import type { TestApp } from '../support/app.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- fields are looked up by name
export type Fields = Record<string, any>

export interface Move {
  from: string
  to: string
  /** The server at which secrets would arrive. */
  at: Place
  fields?: Fields
}

const PLACES = ['home', 'port', 'host', 'tls'] as const
type Place = (typeof PLACES)[number]

async function carriesSecret(request: IncomingMessage): Promise<boolean> {
  const { authorization = '', ...headers } = request.headers
  const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('latin1')
  const all = [authorization, basic, JSON.stringify(headers), await text(request)].join('\n')
  if (/planted|GenieKey/.test(all)) return true
  return 'webhook-signature' in headers || headers['content-encoding'] === 'aes128gcm'
}

/** Servers that record the first part of the path of every request with a secret, or with something made with one. */
export async function startDestinations(certificate?: Certificate) {
  const paths: Record<Place, string[]> = { home: [], port: [], host: [], tls: [] }
  const record =
    (place: Place): RequestListener =>
    (request, response) => {
      void carriesSecret(request).then((found) => {
        const [, path = ''] = /^(\/[^/]+)/.exec(request.url ?? '') ?? []
        if (found && !paths[place].includes(path)) paths[place].push(path)
        response.end('{}')
      })
    }
  const home = await listen(createServer(record('home')))
  const { port } = home
  const host = await listen(createServer(record('host')), '127.0.0.2', port)
  const other = await listen(createServer(record('port')))
  const tls = await listen(createTlsServer({ ...certificate }, record('tls')))
  afterAll(() => Promise.all([home, host, other, tls].map((server) => server.close())))
  const secure = `https://127.0.0.1:${tls.port}`
  const moves: Record<string, Move> = {
    'another port': { from: home.url, to: other.url, at: 'port' },
    'another host': { from: home.url, to: host.url, at: 'host' },
    'https to http': { from: other.url.replace('http:', 'https:'), to: other.url, at: 'port' },
  }
  return {
    home: home.url,
    moves,
    withoutVerification: { from: secure, to: secure, at: 'tls', fields: { verify_tls: false } } satisfies Move,
    /** What arrived at each server since the last call, in alphabetical order. */
    takeArrived: () =>
      Object.fromEntries(PLACES.map((place) => [place, paths[place].splice(0).toSorted()])) as Record<Place, string[]>,
  }
}

export interface Subject {
  section: 'monitors' | 'providers'
  id: number
  name: string
  secrets: readonly string[]
}

interface Attempt {
  status: number
  /** The fields that the answer asks for. */
  required: string[]
}

export type Way = (subject: Subject, change: Fields) => Promise<Attempt>

export const listRequired = (errors: Fields[] = []): string[] =>
  errors
    .filter(({ code }) => code === 'required')
    .map(({ field }) => (field as string).replace(/^\w+\.\d+\./, ''))
    .toSorted()

export const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null && !names.includes(name)))

const WRITABLE = { monitors: MonitorChanges.shape, providers: ProviderChanges.shape }

export interface Colleague extends ConfigTeam {
  make(section: Subject['section'], fields: Fields, secrets?: readonly string[]): Promise<Subject>
  send: Way
  /** What the API shows and takes back, with masks. */
  show(subject: Subject): Promise<Fields>
  /** Every way in which a record is changed without knowing its secrets. */
  ways: Record<string, Way>
}

export async function makeColleague(app: TestApp): Promise<Colleague> {
  const team = await makeConfigTeam(app)
  const send: Way = async ({ section, id }, json) => {
    const { status, body } = await team.call('PATCH', `/api/${section}/${id}`, json)
    return { status, required: listRequired(body.errors) }
  }
  const show: Colleague['show'] = async ({ section, id }) => {
    const { data } = (await team.call('GET', `/api/${section}/${id}`)).body
    return without(
      data,
      Object.keys(data).filter((name) => !(name in WRITABLE[section])),
    )
  }
  async function applyWith({ section, name }: Subject, change: (entry: Fields) => Fields): Promise<Attempt> {
    const { version, [section]: entries } = await team.read()
    const entry = entries.find((each: Fields) => (each['name'] ?? each['friendly_name']) === name) as Fields
    const { status, body } = await team.apply({ version, [section]: [change(entry)] })
    return { status, required: listRequired(body.errors) }
  }
  return {
    ...team,
    send,
    show,
    async make(section, fields, secrets = []) {
      const { status, text: answer, body } = await team.call('POST', `/api/${section}`, fields)
      expect([status, answer]).toEqual([201, answer])
      return { section, id: body.data.id, name: (fields['name'] ?? fields['friendly_name']) as string, secrets }
    },
    ways: {
      PATCH: send,
      'the record sent back': async (subject, change) => send(subject, { ...(await show(subject)), ...change }),
      'a file with references': (subject, change) => applyWith(subject, (entry) => ({ ...entry, ...change })),
      // A file that leaves out the headers removes them.
      'a file without secrets': (subject, change) => {
        const omitted = subject.secrets.filter((name) => name !== 'request_headers')
        return applyWith(subject, (entry) => ({ ...without(entry, omitted), ...change }))
      },
    },
  }
}
