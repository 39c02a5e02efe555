import type { Route } from '@sitewatch/contract'
import { type Actor, type Authenticator, type Credential, readCredential } from './auth.ts'
import { type Call, textOf } from './call.ts'
import { isInRanges, parseRange } from '../platform/egress/address.ts'
import { networkOf } from './client-address.ts'
import { invalid, notFound, problem } from './problem.ts'
import { type Buckets, consumeAll } from './rate-limit.ts'
import type { Identified, Served } from './serve.ts'

interface IdentifyParts {
  authenticator: Authenticator
  buckets: Buckets
}

/** The team that a request is about: the one in its path, or else the one in its header. */
function readTeam({ path }: Route, { params, headers }: Call, team_id_parameter: string | null): number | null {
  if (path.startsWith('/api/teams/:id')) return readId(params['id'] ?? '') ?? refuseTeam()
  // Does not depend on the selected team, which may no longer be the user's.
  if (path === '/api/teams') return null
  const named = textOf(headers['sitewatch-team']) ?? team_id_parameter
  if (named === null) return null
  const id = readId(named)
  if (id !== null) return id
  throw invalid('Sitewatch-Team', 'invalid_format', 'Sitewatch-Team must be the ID of a team.')
}

const readId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)
const refuseTeam = (): never => {
  throw notFound()
}

/** Links, images and EventSource cannot send our header: there the team is a query parameter. It is removed for the route. */
function takeTeamParameter(route: Route, call: Call): { team_id_parameter: string | null; rest: Call } {
  if (route.method !== 'GET' || route.role === null || !call.search.includes('team_id='))
    return { team_id_parameter: null, rest: call }
  const search = new URLSearchParams(call.search)
  const team_id_parameter = search.get('team_id')
  search.delete('team_id')
  return { team_id_parameter, rest: { ...call, search: search.toString() } }
}

/** The credential of a call with its team, and the call without the team parameter. */
export function readCaller(
  cookie_name: string,
  route: Route,
  call: Call,
): { credential: Credential | null; rest: Call } {
  const { team_id_parameter, rest } = takeTeamParameter(route, call)
  const { authorization, cookie } = call.headers
  const credential = readCredential(
    { authorization: textOf(authorization), cookie: textOf(cookie) },
    cookie_name,
    route.role === null ? null : readTeam(route, call, team_id_parameter),
  )
  return { credential, rest }
}

/** Without a transaction as the user the credential is not verified a second time, so the first look-up must be fresh. */
export const mustLookUp = ({ route, options }: Served): boolean =>
  route.scope === 'administrator' || route.outsideEffect === true || options.withoutTransaction === true

export async function identify(
  parts: IdentifyParts,
  { route }: Served,
  call: Call,
  { credential, fresh }: { credential: Credential | null; fresh: boolean },
): Promise<Identified | null> {
  if (!credential || route.scope === 'anonymous') return null
  const actor = await lookUpActor(parts, call, credential, fresh)
  if (!actor) refuseUnknownCaller()
  return { actor, credential }
}

/** For endpoints outside of the contract: by API key only. No cookie is read, so that a page of another site cannot use a session. */
export async function identifyKey(parts: IdentifyParts, call: Call, fresh: boolean): Promise<Identified | null> {
  const credential = readCredential({ authorization: textOf(call.headers['authorization']) }, '')
  if (!credential) return null
  const actor = await lookUpActor(parts, call, credential, fresh)
  if (!actor) refuseUnknownCaller()
  return { actor, credential }
}

async function lookUpActor(
  parts: IdentifyParts,
  call: Call,
  credential: Credential,
  fresh: boolean,
): Promise<Actor | null> {
  const actor = await lookUpCounted(parts, call, credential, fresh)
  if (actor) refuseOtherAddresses(actor, call.caller.address)
  return actor
}

/** What is not a range matches nothing, so that a key with ranges that cannot be read works nowhere rather than everywhere. */
function refuseOtherAddresses({ allowed_addresses }: Actor, address: string): void {
  if (allowed_addresses.length === 0) return
  const ranges = allowed_addresses.flatMap((text) => parseRange(text) ?? [])
  if (!isInRanges(ranges, address)) {
    throw problem('address_not_allowed', { detail: `This API key cannot be used from ${address}.` })
  }
}

/**
 * A look-up costs a query, so it is rate-limited before it is made, and refunded when the credential is valid. A credential that
 * was valid before is not counted, so that guesses from the same address do not lock out valid callers.
 */
async function lookUpCounted(
  { authenticator, buckets }: IdentifyParts,
  call: Call,
  credential: Credential,
  fresh: boolean,
): Promise<Actor | null> {
  const network = networkOf(call.caller.address)
  const count = (): Promise<void> => consumeAll([[buckets.unverified, network]], call.setHeaders)
  if (authenticator.wasValid(credential)) {
    const actor = await authenticator.identify(credential, fresh)
    if (!actor) await count()
    return actor
  }
  await count()
  let isWrong = false
  try {
    const actor = await authenticator.identify(credential, fresh)
    isWrong = actor === null
    return actor
  } finally {
    if (!isWrong) await buckets.unverified.refund(network)
  }
}

export function refuseUnknownCaller(): never {
  throw problem('unauthenticated', {
    detail: 'Send a valid API key as "Authorization: Bearer …", or sign in.',
    headers: { 'www-authenticate': 'Bearer' },
  })
}
