import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { atEnd } from './at-end.ts'

export interface Person {
  sub: string
  email: string
  email_verified: boolean
  groups?: string[]
}

type Claims = Record<string, unknown>

export interface IdentityProvider {
  issuer: string
  /** Settings of a Sitewatch that uses this provider. */
  env: Record<string, string>
  /** The person who signs in from now on. */
  person: Person
  /** How often a person had to sign in, because there was no session. */
  logins: number
  /** Changes the ID tokens that are issued, which are signed again, until the end of the test. */
  forge(change: (claims: Claims) => Claims): void
  /** Signs with a new key until the end of the test. With `published: false`, only the old key is published. */
  rotateKeys(options?: { published: boolean }): void
  /** Declines every sign-in. */
  decline: boolean
  stop(): Promise<void>
}

const CLIENT = { client_id: 'sitewatch', client_secret: 'the secret of the client' }

const makeKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: randomUUID(),
  use: 'sig',
  alg: 'RS256',
})
type Key = ReturnType<typeof makeKey>

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signAgain(token: string, key: Key, change: (claims: Claims) => Claims): string {
  const [, payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
  const text = `${encode({ alg: 'RS256', kid: key.kid })}.${encode(change(claims))}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign({ key, format: 'jwk' }, 'base64url')}`
}

/** A certified OpenID provider on this machine that requires no password. `base_url` is that of the Sitewatch that uses it. */
export async function startIdentityProvider(base_url: string): Promise<IdentityProvider> {
  let serve: ((...parts: Parameters<RequestListener>) => unknown) | undefined
  const server = createServer((request, response) => void serve?.(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Person>()
  let change: ((claims: Claims) => Claims) | undefined

  const own = makeKey()
  let signing = own
  let published = own
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [`${base_url}/sso/callback`],
        post_logout_redirect_uris: [`${base_url}/sign-in`],
      },
    ],
    jwks: { keys: [own] },
    cookies: { keys: ['cookies'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource(ctx, form) {
          ctx.body = `<!doctype html><html lang="en"><title>Sign out</title><body>${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign out</button></body></html>`
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ ...(found.person.sub === sub ? found.person : people.get(sub)), sub }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: CLIENT.client_id,
        ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith('/interaction/')) {
      ctx.respond = false
      found.logins++
      people.set(found.person.sub, found.person)
      const result = found.decline ? { error: 'access_denied' } : { login: { accountId: found.person.sub } }
      return provider.interactionFinished(ctx.req, ctx.res, result)
    }
    if (ctx.path === '/jwks') {
      const { kty, n, e, kid, use, alg } = published
      ctx.body = { keys: [{ kty, n, e, kid, use, alg }] }
      return undefined
    }
    await next()
    const body = ctx.body as { id_token?: string } | undefined
    if (ctx.path === '/token' && body?.id_token !== undefined && (change || signing !== own)) {
      ctx.body = { ...body, id_token: signAgain(body.id_token, signing, change ?? ((claims) => claims)) }
    }
    return undefined
  })
  serve = provider.callback()
  const found: IdentityProvider = {
    issuer,
    env: {
      BASE_URL: base_url,
      SITEWATCH_OIDC_ISSUER: issuer,
      SITEWATCH_OIDC_CLIENT_ID: CLIENT.client_id,
      SITEWATCH_OIDC_CLIENT_SECRET: CLIENT.client_secret,
      SITEWATCH_OIDC_NAME: 'Example',
    },
    person: makePerson(),
    logins: 0,
    decline: false,
    forge: (given) => {
      change = given
      atEnd(() => (change = undefined))
    },
    rotateKeys(options = { published: true }) {
      signing = makeKey()
      published = options.published ? signing : own
      atEnd(() => {
        signing = own
        published = own
      })
    },
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  atEnd(() => found.stop())
  return found
}

export function makePerson(more: Partial<Person> = {}): Person {
  const sub = randomUUID()
  return { sub, email: `p${sub}@example.com`, email_verified: true, ...more }
}

/** Follows redirects and keeps cookies, like a browser. */
export interface Browser {
  /** Stops before it requests a URL that `until` matches, and returns that URL. */
  open(url: string, until?: RegExp): Promise<{ url: string; status: number; text: string }>
  /** For requests that are not navigations. */
  cookieFor(url: string): string
}

const MAX_HOPS = 15

export function openBrowser(): Browser {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string): Map<string, string> => {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  const cookieFor = (url: string): string => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (url: string, lines: readonly string[]): void => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jarOf(url).delete(name)
      else jarOf(url).set(name, value)
    }
  }
  return {
    cookieFor,
    async open(start, until) {
      let url = start
      for (let hops = 0; hops < MAX_HOPS; hops++) {
        if (until?.test(url)) return { url, status: 0, text: '' }
        const headers = { cookie: cookieFor(url), accept: 'text/html' }
        const response = await fetch(url, { redirect: 'manual', headers })
        keep(url, response.headers.getSetCookie())
        const location = response.headers.get('location')
        const text = await response.text()
        if (location === null) return { url, status: response.status, text }
        url = new URL(location, url).href
      }
      throw new Error(`more than ${MAX_HOPS} redirects: ${url}`)
    },
  }
}
