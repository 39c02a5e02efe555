import { type ListOf, type Passkey, passkeyRoutes } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { sessionCookie } from '../../http/cookie.ts'
import { notFound, problem } from '../../http/problem.ts'
import { respond, serve, serveWithoutTransaction, type Served } from '../../http/serve.ts'
import { type Postgres, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { requirePasswordSignIn, signIn } from './open-session.ts'
import { addPasskey, PASSKEY, requestRegistration, requestSignIn, usePasskey, verifyPasskey } from './passkeys.ts'
import { confirmOwner } from './second-factor.ts'
import { findAccountUnscoped, refuseSignIn } from './store.ts'
import type { Vault } from './vault.ts'

const listPasskeys = async (
  tx: UserTx,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ListOf<Passkey>> =>
  await listPage(tx, {
    select: sql<Passkey>`select ${PASSKEY}`,
    from: sql`from passkeys where user_id = ${tx.user_id}`,
    order_by: sql`id`,
    page,
    page_size: pageSize,
  })

const findPasskey = (tx: UserTx, id: number): Promise<Passkey | undefined> =>
  tx.maybe(sql<Passkey>`select ${PASSKEY} from passkeys where user_id = ${tx.user_id} and id = ${id}`)

async function renamePasskey(tx: UserTx, id: number, name: string): Promise<Passkey> {
  const renamed = await tx.maybe(sql<Passkey>`
    update passkeys set name = ${name} where user_id = ${tx.user_id} and id = ${id} returning ${PASSKEY}`)
  if (!renamed) throw notFound()
  return renamed
}

/** Refuses to delete the last way to sign in. */
async function deletePasskey(tx: UserTx, id: number): Promise<{ id: number }> {
  if ((await tx.execute(sql`delete from passkeys where user_id = ${tx.user_id} and id = ${id}`)) === 0) throw notFound()
  const left = await tx.one(sql<{ ways: number; is_second_factor: boolean }>`
    select p.total + (select count(*) from identities where user_id = u.id) + (u.password_hash is not null)::integer as ways,
      p.total = 0 and u.two_factor_enabled_at is not null and u.totp_secret is null as is_second_factor
    from users u cross join lateral (select count(*) as total from passkeys where user_id = u.id) p
    where u.id = ${tx.user_id}`)
  if (left.is_second_factor) {
    throw problem('not_possible', {
      detail: 'This passkey is your second factor. Disable two-factor authentication, or add another passkey first.',
    })
  }
  if (left.ways > 0) return { id }
  throw problem('not_possible', {
    detail: 'You could not sign in any more. Set a password, or add another passkey first.',
  })
}

export function servePasskeys(parts: { config: Config; postgres: Postgres; vault: Vault }): Served[] {
  const { config, postgres } = parts
  const cookie = sessionCookie(config.BASE_URL)
  return [
    serve(passkeyRoutes.passkeys, ({ tx, query }) => listPasskeys(tx, query)),
    serveWithoutTransaction(passkeyRoutes.startPasskey, async ({ actor, body, caller: { address } }) => {
      const account = await confirmOwner(parts, actor, { ...body, address })
      return { object: 'passkey_request' as const, options: { ...(await requestRegistration(parts, account)) } }
    }),
    serveWithoutTransaction(passkeyRoutes.createPasskey, async ({ actor, body, caller }) => {
      const passkey = await addPasskey(parts, actor, { ...body, address: caller.address })
      return respond(passkey, { location: `/api/account/passkeys/${passkey.id}` })
    }),
    serve(passkeyRoutes.updatePasskey, ({ tx, params, body }) => renamePasskey(tx, params.id, body.name), {
      current: findPasskey,
    }),
    serve(passkeyRoutes.removePasskey, ({ tx, params }) => deletePasskey(tx, params.id), {
      current: findPasskey,
    }),
    serve(passkeyRoutes.requestPasskey, async () => {
      requirePasswordSignIn(config)
      return { object: 'passkey_request' as const, options: { ...(await requestSignIn(parts)) } }
    }),
    serve(passkeyRoutes.signInWithPasskey, async ({ body, caller }) => {
      requirePasswordSignIn(config)
      const verified = await verifyPasskey(parts, body.credential)
      return postgres.asRole('auth', async (tx) => {
        const account = await findAccountUnscoped(tx, { id: verified.user_id })
        if (!account || account.is_suspended) throw refuseSignIn()
        await usePasskey(tx, verified)
        return signIn(tx, cookie, account, caller)
      })
    }),
  ]
}
