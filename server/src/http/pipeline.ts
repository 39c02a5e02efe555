import type { Route, Scope } from '@sitewatch/contract'
import { queryAs } from '../platform/clickhouse/index.ts'
import { type Postgres, RoleChanged, type RoleTx, sqlState, type UserTx } from '../platform/postgres/index.ts'
import { isAudited, recordOperation } from './audit.ts'
import { type Actor, type Authenticator, entryOf } from './auth.ts'
import { type Call, mediaTypeOf, textOf } from './call.ts'
import { networkOf } from './client-address.ts'
import { matchesVersion, revalidate, toAnswer } from './envelope.ts'
import { type Answer, type IdempotentCall, readIdempotencyKey, runOnce, runOnceOutside } from './idempotency.ts'
import { boundPage, readInputs } from './inputs.ts'
import { identify, mustLookUp, readCaller, refuseUnknownCaller } from './identify.ts'
import { notFound, problem } from './problem.ts'
import { type Buckets, consumeAll } from './rate-limit.ts'
import { checkRole } from './role.ts'
import { requireScope } from './scope.ts'
import type { Identified, Served } from './serve.ts'
import { limitSignIn, type SignInLimits } from './sign-in-limit.ts'

export interface PipelineParts {
  postgres: Postgres
  authenticator: Authenticator
  buckets: Buckets
  signIn: SignInLimits
  cookie_name: string
  /** Scheme, host and port that our own pages come from. */
  origin: string
}

function checkScope(route: Route, actor: Actor): void {
  const { scope } = route
  if (scope === 'anonymous' || scope === 'credential') return
  if (scope === 'session' || scope === 'administrator') {
    if (actor.kind === 'session' && (scope === 'session' || actor.is_administrator)) return
    throw problem('insufficient_scope', {
      detail:
        scope === 'session'
          ? 'This route requires a signed-in session; API keys are not accepted.'
          : 'This route requires an administrator.',
      required_scope: scope,
    })
  }
  const needed: readonly Scope[] = typeof scope === 'string' ? [scope] : scope
  for (const each of needed) requireScope(actor, each)
}

const refuseLimitedKey = (detail: string, cause?: unknown): never => {
  throw problem('key_limited', { detail, cause })
}

/** Most routes are about what a team shares. The policies of the database are the second check. A cached key may have been revoked since. */
function checkLimit({ limitedKeys }: Route, { is_limited }: Actor, fresh: boolean): void {
  if (!is_limited || limitedKeys === true) return
  if (!fresh) throw new RoleChanged('perhaps')
  refuseLimitedKey('This key is limited to some websites and monitors, so it cannot be used for this.')
}

/**
 * Stops cross-site forms: with a cookie, only JSON from our own origin may write. Checked before the media type. It applies to
 * sign-in and sign-up as well: otherwise another site could sign a visitor in to an account of its own.
 */
function checkCrossSite(parts: PipelineParts, call: Call, byCookie: boolean): void {
  const site = textOf(call.headers['sec-fetch-site'])
  const origin = textOf(call.headers['origin'])
  const foreign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && origin !== parts.origin)
  const mediaType = mediaTypeOf(call)
  const form = mediaType !== undefined && mediaType !== 'application/json'
  if (byCookie ? foreign || form : foreign) {
    throw problem('cross_site_request', {
      detail: explainCrossSite(parts.origin, origin, textOf(call.headers['host'])),
    })
  }
}

/** A new install is often opened under another host name than BASE_URL: then the message says so instead of suggesting a key. */
function explainCrossSite(ownOrigin: string, origin: string | undefined, host: string | undefined): string {
  const isOwnPage = origin !== undefined && origin !== ownOrigin && URL.parse(origin)?.host === host
  return isOwnPage
    ? `This server is configured for ${ownOrigin}, but you opened it at ${origin}. Open ${ownOrigin}, or ask your administrator to set BASE_URL to ${origin}.`
    : 'Requests with a session cookie must come from this site and send JSON. Use an API key instead.'
}

async function consumeRouteLimit(
  parts: PipelineParts,
  route: Route,
  call: Call,
  inputs: { params: object; body: object },
  actor?: Actor,
) {
  const { buckets } = parts
  if (route.limit === 'key_creation' && actor) {
    await consumeAll([[buckets.key_creation, String(actor.user_id)]], call.setHeaders)
  }
  if ((route.limit === 'provider_test' || route.limit === 'report_send') && actor) {
    // A provider that is not stored has no id: all of those share one count.
    const { id = 'new' } = inputs.params as { id?: number }
    await consumeAll(
      [
        [buckets[route.limit], `${actor.user_id}/${id}`],
        [buckets[`${route.limit}s`], String(actor.user_id)],
      ],
      call.setHeaders,
    )
  }
  if (route.limit === 'sign_in') {
    const email = (inputs.body as { email?: string }).email?.toLowerCase()
    await limitSignIn(parts.signIn, { route, address: call.caller.address, email, actor }, call.setHeaders)
  }
}

/** The record before the operation, for If-Match and for the audit log. */
async function readBefore(
  { route, options }: Served,
  call: Call,
  tx: UserTx | RoleTx<'admin'>,
  { actor, body }: { actor: Actor; body: object },
): Promise<object | undefined> {
  const record = await options.current?.(tx, Number(Object.values(call.params).at(-1)), actor, body)
  const header = textOf(call.headers['if-match'])
  if (header === undefined || !options.current || !route.path.includes(':')) return record
  if (!record) throw notFound()
  if ('updated_at' in record && !matchesVersion(header, record)) {
    throw problem('precondition_failed', { detail: 'The record has changed since you read it.' })
  }
  return record
}

const refuseWithoutTwoFactor = (): never => {
  throw problem('team_requires_two_factor', {
    detail: 'This team requires two-factor authentication. Enable it under Settings → Security.',
  })
}

/** A cached role that is not enough may have been raised since: RoleChanged makes the caller look it up. */
function checkCurrentRole(
  route: Route,
  actor: Actor,
  { inputs, fresh }: { inputs: { params: object; body: object }; fresh: boolean },
): void {
  try {
    if (route.role !== null && actor.lacks_two_factor) refuseWithoutTwoFactor()
    checkRole(route, actor, inputs)
  } catch (error) {
    throw fresh ? error : new RoleChanged('perhaps', { cause: error })
  }
}

export async function limitGenerally(parts: PipelineParts, call: Call, identified: Identified | null): Promise<void> {
  const { buckets } = parts
  if (!identified) return consumeAll([[buckets.anonymous, networkOf(call.caller.address)]], call.setHeaders)
  const { actor } = identified
  return consumeAll(
    [
      [buckets.credential, `${actor.kind}${actor.credential_id}`],
      [buckets.user, String(actor.user_id)],
    ],
    call.setHeaders,
  )
}

/** actor → scope and role → rate limit → parse → transaction as that user → handler → envelope. */
export async function answerCall(parts: PipelineParts, served: Served, call: Call): Promise<Answer> {
  if (mustLookUp(served)) return answerOnce(parts, served, call, true)
  try {
    return await answerOnce(parts, served, call, false)
  } catch (error) {
    // The cached role was out of date. Nothing has been done: the only transaction refused to begin.
    if (error instanceof RoleChanged) return answerOnce(parts, served, call, true)
    throw error
  }
}

async function answerOnce(parts: PipelineParts, served: Served, sent: Call, fresh: boolean): Promise<Answer> {
  const { route } = served
  const { credential, rest: call } = readCaller(parts.cookie_name, route, sent)
  const identified = await identify(parts, served, call, { credential, fresh })
  await limitGenerally(parts, call, identified)
  if (!identified && route.scope !== 'anonymous') refuseUnknownCaller()
  const writes = route.method !== 'GET'
  const byCookie = credential?.kind === 'session'
  if (writes && (byCookie || route.scope === 'anonymous')) checkCrossSite(parts, call, byCookie)
  if (identified) {
    checkScope(route, identified.actor)
    checkLimit(route, identified.actor, fresh)
  }
  const inputs = await readInputs(route, call)
  if (identified) checkCurrentRole(route, identified.actor, { inputs, fresh })
  await consumeRouteLimit(parts, route, call, inputs, identified?.actor)
  const called = { route, base_url: call.caller.base_url, path: call.path, search: sent.search, query: inputs.query }
  const handlerInputs = {
    ...inputs,
    query: boundPage(inputs.query),
    caller: byCookie ? { ...call.caller, session_hash: credential.hash } : call.caller,
  }
  const prepared = await served.options.prepare?.(handlerInputs)
  const run: Run = async (access, audit) => {
    const result = await served.handle({ ...handlerInputs, prepared, ...access } as never)
    await audit?.(result)
    const answer = toAnswer(called, result)
    return writes ? answer : revalidate(answer, textOf(call.headers['if-none-match']))
  }
  if (!identified) return run({})
  const { team_id, kind } = identified.actor
  const answer = queryAs({ team_id, kind: kind === 'session' ? 'person' : 'key' }, () =>
    answerAs(parts, served, call, { ...identified, inputs, run }),
  )
  return identified.actor.is_limited ? answer.catch(explainLimit) : answer
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** A policy refused the change: the record would be outside of the limits of the key. */
function explainLimit(error: unknown): never {
  if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error
  return refuseLimitedKey(
    'This key is limited to some websites and monitors: it cannot create, delete or move websites and monitors, nor change what the team shares.',
    error,
  )
}

/** Calls the handler. What it returned goes to `audit` in the same transaction, before the commit. */
type Run = (access: object, audit?: (result: unknown) => Promise<void>) => Promise<Answer>

async function answerAs(
  parts: PipelineParts,
  served: Served,
  call: Call,
  { actor, credential, inputs, run }: Identified & { inputs: { params: object; body: object }; run: Run },
): Promise<Answer> {
  const { route } = served
  const { params, body } = inputs
  const idempotentCall = readIdempotentCall(route, call, credential.token)
  const asUser = <T>(fn: (tx: UserTx) => Promise<T>): Promise<T> => parts.postgres.asUser(entryOf(actor), fn)
  const audit =
    (tx: UserTx | RoleTx<'admin'>, before: object | undefined) =>
    async (answer: unknown): Promise<void> => {
      if (!isAudited(route, answer)) return
      await recordOperation(tx, { route, actor, caller: call.caller, params, body, before, answer })
    }
  if (route.outsideEffect || served.options.withoutTransaction) {
    // There is no transaction to join. A handler that changes rows without one writes its own entry.
    const readRecord = (): Promise<object | undefined> => asUser((tx) => readBefore(served, call, tx, { actor, body }))
    const effect = async (): Promise<Answer> => {
      // If-Match is checked before the effect, not after it.
      const before = route.outsideEffect ? await readRecord() : undefined
      return run({ actor, asUser }, async (answer) => {
        if (!isAudited(route, answer) || (route.method !== 'GET' && !route.outsideEffect)) return
        const known = route.outsideEffect ? before : await readRecord()
        await asUser((tx) => audit(tx, known)(answer))
      })
    }
    return idempotentCall ? runOnceOutside(asUser, idempotentCall, effect) : effect()
  }
  if (route.scope === 'administrator') {
    const asAdministrator = (): Promise<Answer> =>
      parts.postgres.asRole('admin', async (tx) => {
        const before = await readBefore(served, call, tx, { actor, body })
        return run({ actor, tx }, audit(tx, before))
      })
    // The stored answer is a row of the caller, which the admin role cannot see: it takes a transaction of its own.
    return idempotentCall ? runOnceOutside(asUser, idempotentCall, asAdministrator) : asAdministrator()
  }
  const readOnly = route.method === 'GET'
  return parts.postgres.asUser(
    entryOf(actor),
    async (tx) => {
      // Read only after a repeated call was recognised: its If-Match names the version that the first call replaced.
      const answer = async (): Promise<Answer> => {
        const before = readOnly ? undefined : await readBefore(served, call, tx, { actor, body })
        return run({ actor, tx }, audit(tx, before))
      }
      return idempotentCall ? runOnce(tx, idempotentCall, answer) : answer()
    },
    { readOnly },
  )
}

function readIdempotentCall(route: Route, call: Call, token: string): IdempotentCall | undefined {
  const key = route.method === 'POST' ? readIdempotencyKey(call.headers['idempotency-key']) : undefined
  if (key === undefined) return undefined
  return { route_id: route.id, key, token, request: `${call.path}\n${call.body?.toString('latin1') ?? ''}` }
}
