import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { requestTrusted } from '../../platform/egress/trusted.ts'
import { createGate, GateFull } from '../../platform/gate.ts'

export type OidcConfig = Pick<
  Config,
  | 'BASE_URL'
  | 'SITEWATCH_OIDC_ISSUER'
  | 'SITEWATCH_OIDC_CLIENT_ID'
  | 'SITEWATCH_OIDC_CLIENT_SECRET'
  | 'SITEWATCH_OIDC_SCOPES'
  | 'SITEWATCH_OIDC_GROUPS_CLAIM'
>

/** Who signed in at the identity provider. */
export interface Profile {
  issuer: string
  subject: string
  /** Null unless the provider has verified it. */
  email: string | null
  groups: string[]
  /** URL that signs out at the provider; null if the provider has none. */
  logout_url: string | null
}

/** What the callback is checked against; kept on the server between the two requests. */
export const Checks = z.object({ state: z.string(), nonce: z.string(), code_verifier: z.string() })
export type Checks = z.infer<typeof Checks>

export interface OidcClient {
  /** Where to send the browser, and what its callback must match. */
  begin(): Promise<{ url: string; checks: Checks }>
  /** Throws an OidcError when the callback is not the answer to that request. */
  finish(search: string, checks: Checks): Promise<Profile>
}

const TIMEOUT_MS = 10_000

class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable'
}

/** For the log: what the provider said, or what is wrong with it. */
function describe(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) {
    return [error.error, error.error_description].filter(Boolean).join(': ')
  }
  return error instanceof Error ? error.message : 'no answer'
}

/** `declined`: by the provider. `unavailable`: no answer. `invalid`: the answer is wrong or does not belong to our request. */
export class OidcError extends Error {
  override name = 'OidcError'
  readonly kind: 'declined' | 'unavailable' | 'invalid'

  constructor(cause: unknown) {
    const inner = cause instanceof oidc.ClientError ? (cause.cause ?? cause) : cause
    super(describe(inner), { cause })
    this.kind =
      cause instanceof oidc.AuthorizationResponseError
        ? 'declined'
        : inner instanceof IssuerUnavailable
          ? 'unavailable'
          : 'invalid'
  }
}

const explain = (error: unknown): never => {
  throw error instanceof GateFull ? error : new OidcError(error)
}

/** The operator configured the issuer, so it is trusted: private addresses are allowed; deadlines and size limits apply. */
const fetchTrusted: oidc.CustomFetch = async (url, { method, headers, body, signal }) => {
  const answer = await requestTrusted(url, {
    method,
    headers,
    timeout_ms: TIMEOUT_MS,
    ...(body instanceof URLSearchParams && { body: body.toString() }),
    ...(signal && { signal }),
  })
  if (!answer.ok) throw new IssuerUnavailable(`${new URL(url).host}: ${answer.message}`)
  const type = answer.headers['content-type']
  return new Response(answer.body.length === 0 ? null : new Uint8Array(answer.body), {
    status: answer.status,
    headers: type === undefined ? {} : { 'content-type': type },
  })
}

/** Each sign-in sends a few requests to the provider. Further concurrent sign-ins wait, and when too many wait, they are refused. */
const gate = createGate({ at_once: 8, max_waiting: 100 })

/** Read again at each sign-in: those are rare, and changed endpoints and rotated keys apply at once. */
function discover(config: EnabledConfig): Promise<oidc.Configuration> {
  const secret = config.SITEWATCH_OIDC_CLIENT_SECRET
  const allowHttp = config.SITEWATCH_OIDC_ISSUER.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  return gate.pass(() =>
    oidc.discovery(
      new URL(config.SITEWATCH_OIDC_ISSUER),
      config.SITEWATCH_OIDC_CLIENT_ID ?? '',
      undefined,
      secret === undefined ? oidc.None() : authenticateBy(secret),
      // The signature of the ID token is verified, too, although it comes from the provider directly.
      { [oidc.customFetch]: fetchTrusted, execute: [oidc.enableNonRepudiationChecks, ...allowHttp] },
    ),
  )
}

/** By a method that the provider supports; without a list, the default of the standard is HTTP Basic. */
const authenticateBy =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isBasic = methods === undefined || methods.includes('client_secret_basic')
    return (isBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret))(server, ...rest)
  }

const Claims = z.object({
  email: z.string().optional().catch(undefined),
  // Some providers send a string.
  email_verified: z.literal([true, 'true']).optional().catch(undefined),
})
const Groups = z.array(z.string()).catch([])

type EnabledConfig = OidcConfig & { SITEWATCH_OIDC_ISSUER: string; redirect_uri: string }

async function begin(config: EnabledConfig): ReturnType<OidcClient['begin']> {
  const server = await discover(config)
  const checks = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    code_verifier: oidc.randomPKCECodeVerifier(),
  }
  const url = oidc.buildAuthorizationUrl(server, {
    redirect_uri: config.redirect_uri,
    scope: config.SITEWATCH_OIDC_SCOPES,
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.code_verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, checks }
}

/** As much as the library allows for the other times of a token. */
const CLOCK_TOLERANCE_SECONDS = 30

async function finish(config: EnabledConfig, search: string, checks: Checks): Promise<Profile> {
  const server = await discover(config)
  const tokens = await oidc.authorizationCodeGrant(server, new URL(`${config.redirect_uri}?${search}`), {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.code_verifier,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  if (!token) throw new Error('the provider sent no ID token')
  // The library compares exp and nbf, but not iat.
  if (token.iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS)
    throw new Error('the "iat" (issued at) of the ID token is in the future')
  const { userinfo_endpoint, end_session_endpoint } = server.serverMetadata()
  const userInfo = userinfo_endpoint ? await oidc.fetchUserInfo(server, tokens.access_token, token.sub) : {}
  const claims: Record<string, unknown> = { ...token, ...userInfo }
  const { email, email_verified } = Claims.parse(claims)
  const logout = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: `${config.BASE_URL}/sign-in` }
  return {
    issuer: token.iss,
    subject: token.sub,
    email: email !== undefined && email_verified !== undefined ? email : null,
    groups: Groups.parse(claims[config.SITEWATCH_OIDC_GROUPS_CLAIM]),
    logout_url: end_session_endpoint ? oidc.buildEndSessionUrl(server, logout).href : null,
  }
}

/** Null when single sign-on is not configured. */
export function createOidcClient(config: OidcConfig): OidcClient | null {
  const { SITEWATCH_OIDC_ISSUER } = config
  if (SITEWATCH_OIDC_ISSUER === undefined) return null
  const enabled = { ...config, SITEWATCH_OIDC_ISSUER, redirect_uri: `${config.BASE_URL}/sso/callback` }
  return {
    begin: () => begin(enabled).catch(explain),
    finish: (search, checks) => finish(enabled, search, checks).catch(explain),
  }
}
