import { identityRoutes } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { problem } from '../../http/problem.ts'
import { respond, serve, serveWithoutTransaction, type Served } from '../../http/serve.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { confirmOwner, type Vault } from '../accounts/index.ts'
import { attemptCookie, beginAttempt } from './attempt.ts'
import { createOidcClient, OidcError } from './client.ts'
import { deleteIdentity, findIdentity, listIdentities } from './store.ts'

interface IdentityParts {
  config: Config
  postgres: Postgres
  vault: Vault
}

export function serveIdentities(parts: IdentityParts): Served[] {
  const { config, postgres } = parts
  const client = createOidcClient(config)
  const cookie = attemptCookie(config.BASE_URL)
  return [
    serve(identityRoutes.identities, ({ tx, query }) => listIdentities(tx, query)),
    serveWithoutTransaction(identityRoutes.linkIdentity, async ({ actor, body, caller: { address } }) => {
      if (!client) {
        throw problem('not_possible', {
          detail: 'Single sign-on is not configured: the administrator must set SITEWATCH_OIDC_ISSUER.',
        })
      }
      await confirmOwner(parts, actor, { ...body, address })
      const attempt = { return_path: '/settings/security', user_id: actor.user_id }
      const { url, token } = await beginAttempt(postgres, client, attempt).catch((error: unknown) => {
        if (!(error instanceof OidcError)) throw error
        throw problem('unavailable', {
          detail: 'The identity provider does not answer as it should. Try again later, or tell your administrator.',
          cause: error,
        })
      })
      return respond({ object: 'identity_link' as const, url }, { headers: { 'set-cookie': cookie.set(token) } })
    }),
    serve(
      identityRoutes.unlinkIdentity,
      ({ tx, params }) => deleteIdentity(tx, params.id, config.SITEWATCH_PASSWORD_SIGN_IN),
      { current: findIdentity },
    ),
  ]
}
