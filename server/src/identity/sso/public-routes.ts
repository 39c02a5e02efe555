import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { readCredential } from '../../http/auth.ts'
import type { AddressReader } from '../../http/client-address.ts'
import { parseCookies, sessionCookie } from '../../http/cookie.ts'
import type { LimitRequest } from '../../http/limit-by-network.ts'
import { problem } from '../../http/problem.ts'
import type { Caller } from '../../http/serve.ts'
import type { HttpServer } from '../../http/server.ts'
import type { Log } from '../../platform/log.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { msg } from '../../platform/text/index.ts'
import { findSessionActorUnscoped, sealLogoutUrl, signIn, type Vault } from '../accounts/index.ts'
import { attemptCookie, beginAttempt, endAttempt, readReturnPath } from './attempt.ts'
import { createOidcClient, OidcError, type Profile } from './client.ts'
import { findOrCreateAccount, linkAccount } from './sign-in.ts'

export interface SingleSignOnParts {
  config: Config
  postgres: Postgres
  vault: Vault
  log: Log
  readAddress: AddressReader
  /** Runs before any request to the provider. */
  limit: LimitRequest
  /** The limit of sign-ins, as for passwords. */
  limitSignIns: LimitRequest
}

const TEXTS = {
  declined: {
    heading: msg('The identity provider did not sign you in'),
    detail: msg(
      'Go to the sign-in page and try again. If it happens again, ask the administrator of the identity provider.',
    ),
  },
  unavailable: {
    heading: msg('The identity provider does not answer'),
    detail: msg('Try again in a moment. If it happens again, tell your administrator.'),
  },
  invalid: {
    heading: msg('Sign-in failed'),
    detail: msg(
      'The answer of the identity provider could not be verified. Go to the sign-in page and try again. If it happens again, tell your administrator: the server log says why.',
    ),
  },
}

const refuseStale = () =>
  problem('unauthenticated', {
    heading: msg('This sign-in has expired'),
    detail: msg(
      'It was started in another browser, was used before, or took longer than ten minutes. Go to the sign-in page and start again.',
    ),
  })

/** The user sees what to do; the reason goes only to the log. */
const explainTo =
  (log: Log, request_id: string) =>
  (error: unknown): never => {
    if (!(error instanceof OidcError)) throw error
    log.warn({ request_id, reason: error.message, kind: error.kind }, 'single sign-on failed')
    throw problem(error.kind === 'unavailable' ? 'unavailable' : 'unauthenticated', TEXTS[error.kind])
  }

const readCaller = (request: FastifyRequest, { config, readAddress }: SingleSignOnParts): Caller => {
  const credential = readCredential({ cookie: request.headers.cookie }, sessionCookie(config.BASE_URL).name)
  return {
    request_id: request.id,
    address: readAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']),
    user_agent: request.headers['user-agent'],
    base_url: config.BASE_URL,
    ...(credential && { session_hash: credential.hash }),
  }
}

/** Signs in and returns the cookie of the new session. */
async function signInWithProfile(parts: SingleSignOnParts, caller: Caller, profile: Profile): Promise<string[]> {
  const { config, postgres } = parts
  const logout_url = profile.logout_url === null ? {} : { logout_url: sealLogoutUrl(config, profile.logout_url) }
  const opened = await postgres.asRole('auth', async (tx) => {
    const account = await findOrCreateAccount(tx, parts, { profile, address: caller.address })
    return signIn(tx, sessionCookie(config.BASE_URL), account, { ...caller, ...logout_url })
  })
  return [opened.how.headers?.['set-cookie'] ?? '']
}

/** Links the identity. The session that began this must still exist in this browser. */
async function link(parts: SingleSignOnParts, caller: Caller, user_id: number, profile: Profile): Promise<string[]> {
  await parts.postgres.asRole('auth', async (tx) => {
    const hash = caller.session_hash
    const actor = hash && (await findSessionActorUnscoped(tx, { hash, team_id: null }))
    if (!actor || actor.user_id !== user_id) throw refuseStale()
    await linkAccount(tx, parts, { id: user_id, email: actor.name }, { profile, address: caller.address })
  })
  return []
}

const redirect = (reply: FastifyReply, url: string, cookies: string[]): FastifyReply =>
  reply.headers({ 'cache-control': 'no-store', 'set-cookie': cookies }).redirect(url, 303)

/** Pages that the browser is sent through: from the sign-in page to the identity provider, and back from there. */
export function mountSingleSignOn({ app }: HttpServer, parts: SingleSignOnParts): void {
  const { config, postgres, log } = parts
  const client = createOidcClient(config)
  if (!client) return
  const cookie = attemptCookie(config.BASE_URL)

  app.get<{ Querystring: Record<string, unknown> }>(
    '/sso/start',
    { config: { id: 'page sso start' } },
    async (request, reply) => {
      await parts.limit(request, reply)
      const attempt = { return_path: readReturnPath(request.query['return']) }
      const { url, token } = await beginAttempt(postgres, client, attempt).catch(explainTo(log, request.id))
      return redirect(reply, url, [cookie.set(token)])
    },
  )
  app.get('/sso/callback', { config: { id: 'page sso callback' } }, async (request, reply) => {
    await parts.limitSignIns(request, reply)
    const attempt = await endAttempt(postgres, parseCookies(request.headers.cookie ?? '').get(cookie.name))
    if (!attempt) throw refuseStale()
    const search = request.url.split('?')[1] ?? ''
    const profile = await client.finish(search, attempt).catch(explainTo(log, request.id))
    const caller = readCaller(request, parts)
    const cookies =
      attempt.user_id === null
        ? await signInWithProfile(parts, caller, profile)
        : await link(parts, caller, attempt.user_id, profile)
    return redirect(reply, config.BASE_URL + attempt.return_path, [...cookies, cookie.clear()])
  })
}
