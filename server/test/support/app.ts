import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { SCOPES, type Scope } from '@sitewatch/contract'
import { inject } from 'vitest'
import { insertUserUnscoped } from '../../src/identity/accounts/index.ts'
import { insertSession } from '../../src/identity/accounts/sessions.ts'
import { readConfig } from '../../src/config.ts'
import { createAddressReader } from '../../src/http/client-address.ts'
import { sessionCookie } from '../../src/http/cookie.ts'
import { limitByNetwork } from '../../src/http/limit-by-network.ts'
import { mountOperations } from '../../src/http/operations.ts'
import { createBucket } from '../../src/http/rate-limit.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { insertKey } from '../../src/identity/keys/index.ts'
import { createLog, type Log } from '../../src/platform/log.ts'
import type { Deadlines } from '../../src/platform/deadline.ts'
import type { PublicEgress } from '../../src/platform/egress/index.ts'
import type { Progress } from '../../src/platform/progress.ts'
import { startApi } from '../../src/roles/api.ts'
import { startCollector } from '../../src/roles/collector.ts'
import { createHistoryStatus, listDegradedBy } from '../../src/roles/history-status.ts'
import { checkReady, closeParts, openParts, type ProcessParts } from '../../src/roles/parts.ts'
import { atEnd } from './at-end.ts'
import { hashCheaply } from './cheap-hash.ts'
import { createFastCall } from './fast-call.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { makeRandomName } from './random-name.ts'
import { TEST_SECRET } from './secret.ts'

export interface TestUser {
  id: number
  email: string
  password: string
  key: string
  key_id: number
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  body: any
}

export interface CallOptions {
  key?: string | undefined
  cookie?: string
  json?: unknown
  form?: Record<string, string> | string
  headers?: Record<string, string>
  raw?: { type: string; body: string | Buffer }
}

export interface TestApp {
  database: TestDatabase
  parts: ProcessParts
  base: string
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  makeUser(scopes?: readonly Scope[]): Promise<TestUser>
  makeKey(user_id: number, scopes: readonly Scope[]): Promise<{ key: string; key_id: number }>
  /** The cookie of a new session of that user. */
  signIn(user: { email: string; password: string }): Promise<string>
  /** The same without a password, which takes time to verify. */
  makeSession(user_id: number): Promise<string>
  makeAdministrator(): Promise<TestUser & { cookie: string }>
  /** Stops the app before the end of the file. */
  stop(): Promise<void>
}

export const PASSWORD = 'correct horse battery'
const PASSWORD_HASH = hashCheaply(PASSWORD)

/** Generous limits, so that only tests about limits reach them. */
const SETTINGS = {
  SITEWATCH_RATE_LIMIT_PER_MINUTE: '1000000',
  SITEWATCH_RATE_KEYS_PER_HOUR: '1000000',
  SITEWATCH_RATE_TESTS_PER_HOUR: '100000',
  SITEWATCH_RATE_SIGNIN_PER_MINUTE: '100000',
  SITEWATCH_LOG_LEVEL: 'error',
  // The default anchors are on the internet.
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_RDAP_BOOTSTRAP: 'none',
}

function encode(options: CallOptions): { type?: string; body?: string | Buffer } {
  if (options.raw) return options.raw
  if (options.json !== undefined) return { type: 'application/json', body: JSON.stringify(options.json) }
  if (options.form === undefined) return {}
  const body = typeof options.form === 'string' ? options.form : new URLSearchParams(options.form).toString()
  return { type: 'application/x-www-form-urlencoded', body }
}

function toHeaders(incoming: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each)
  }
  return headers
}

export interface StartOptions {
  /** An existing database instead of a new clone, to run two apps on one database. */
  database?: TestDatabase
  log?: Log
  poolSize?: number
  /** Shorter than in production, for tests of timeouts. */
  deadlines?: Deadlines
  progress?: Progress
  /** A receiver on loopback instead of a public one. */
  public_egress?: PublicEgress
  /** Also accepts events at /t/…, like the role collector. */
  collector?: true
}

/** The real program on a real socket and a clone of the real database, without argv and signals. */
export async function startApp(env: Record<string, string> = {}, options: StartOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await cloneDatabase())
  const config = readConfig({
    DATABASE_URL: database.url,
    SITEWATCH_SECRET: TEST_SECRET,
    PORT: '0',
    HOST: '127.0.0.1',
    // Of this database alone: two workers with one folder would lock each other out.
    SITEWATCH_DATA_DIR: path.join(inject('historyFolder'), database.name),
    ...SETTINGS,
    ...env,
  })
  const parts = await openParts(config, options.log ?? createLog(config.SITEWATCH_LOG_LEVEL), options.poolSize, options)
  const http = {
    base_url: config.BASE_URL,
    log: parts.log,
    metrics: parts.metrics,
    readAddress: createAddressReader(config.SITEWATCH_TRUSTED_PROXIES),
  }
  const server = createHttpServer(http)
  mountOperations(server, {
    metrics: parts.metrics,
    metricsToken: config.SITEWATCH_METRICS_TOKEN,
    checkReady: () => checkReady(parts),
    limit: limitByNetwork(http.readAddress, createBucket('readiness', config.SITEWATCH_RATE_LIMIT_PER_MINUTE, 60)),
    listDegraded: listDegradedBy(parts, createHistoryStatus(parts)),
    progress: parts.progress,
  })
  const api = await startApi(parts, server, http)
  const collector = options.collector ? await startCollector(parts, server, http) : undefined
  const port = await server.listen(config.PORT, '127.0.0.1')
  const base = `http://127.0.0.1:${port}`
  let stopping: Promise<void> | undefined
  const close = async (): Promise<void> => {
    server.app.server.closeAllConnections()
    await server.app.close()
    await api.stop()
    await collector?.stop()
    await closeParts(parts)
  }
  const stop = (): Promise<void> => (stopping ??= close())
  atEnd(stop)

  const send = createFastCall(base, Infinity)
  const call: TestApp['call'] = async (method, path, options = {}) => {
    const { type, body } = encode(options)
    const { pathname, search } = new URL(base + path)
    const answer = await send(
      method,
      pathname + search,
      {
        ...(type !== undefined && { 'content-type': type }),
        ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
        ...(options.cookie !== undefined && { cookie: options.cookie }),
        ...options.headers,
      },
      body,
    )
    const { status, text } = answer
    const headers = toHeaders(answer.headers)
    const isJson = headers.get('content-type')?.replace('x-ndjson', '').includes('json') ?? false
    return {
      status,
      headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
  }

  const makeKey: TestApp['makeKey'] = async (user_id, scopes) => {
    const actor = {
      user_id,
      team_id: user_id,
      role: 'owner',
      kind: 'session',
      credential_id: 0,
      name: 'owner',
      scopes: new Set(SCOPES),
      is_administrator: false,
      expires_at: null,
      lacks_two_factor: false,
      allowed_addresses: [],
      is_limited: false,
    } as const
    const record = await parts.postgres.asUser({ user_id, team_id: user_id, system: true }, (tx) =>
      insertKey(tx, { actor, input: { name: 'test', scopes: [...scopes] }, quota: undefined }),
    )
    return { key: record.key, key_id: record.id }
  }

  const insertUser = async (scopes: readonly Scope[], is_administrator: boolean): Promise<TestUser> => {
    const email = `${makeRandomName()}@example.com`
    const user = await parts.postgres.asRole('auth', (tx) =>
      insertUserUnscoped(tx, parts.vault, { email, password_hash: PASSWORD_HASH, is_administrator, is_verified: true }),
    )
    return { id: user.id, email, password: PASSWORD, ...(await makeKey(user.id, scopes)) }
  }
  const makeSession: TestApp['makeSession'] = async (user_id) => {
    const from = { user_agent: 'tests', address: '127.0.0.1' }
    const { token } = await parts.postgres.asRole('auth', (tx) => insertSession(tx, user_id, from))
    return `${sessionCookie(config.BASE_URL).name}=${token}`
  }

  return {
    database,
    parts,
    base,
    call,
    stop,
    makeKey,
    makeSession,
    makeUser: (scopes = SCOPES) => insertUser(scopes, false),
    async makeAdministrator() {
      const user = await insertUser(SCOPES, true)
      return { ...user, cookie: await makeSession(user.id) }
    },
    async signIn({ email, password }) {
      const { status, headers, text } = await call('POST', '/api/session', { json: { email, password } })
      if (status !== 201) throw new Error(`sign-in answered ${status}: ${text}`)
      return headers.get('set-cookie')?.split(';')[0] ?? ''
    },
  }
}
