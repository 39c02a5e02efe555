import { type SignOutEverywhere, signOutRoutes } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { actorOf, insertAuditEntry } from '../../http/audit.ts'
import type { Actor } from '../../http/auth.ts'
import { problem } from '../../http/problem.ts'
import { serveWithoutTransaction, type Served } from '../../http/serve.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { recordAccountEvent } from './audit.ts'
import { confirmPassword } from './confirm-password.ts'
import type { Account } from './store.ts'

export interface SignOutParts {
  config: Pick<Config, 'SITEWATCH_PASSWORD_SIGN_IN'>
  postgres: Postgres
}

type Choice = Pick<SignOutEverywhere, 'api_keys' | 'identities' | 'passkeys'>

/** In every team of the person; each team sees it in its audit log. */
async function revokeKeys(tx: RoleTx<'auth'>, actor: Actor, address: string): Promise<number> {
  const keys = await tx.query(sql<{ id: number; team_id: number; name: string }>`
    select id, team_id, name from api_keys where user_id = ${actor.user_id} order by id for update`)
  await tx.execute(sql`delete from api_keys where user_id = ${actor.user_id}`)
  for (const { id, team_id, name } of keys)
    await insertAuditEntry(tx, {
      team_id,
      action: 'api_key.revoked',
      actor: actorOf(actor),
      record: { id, name },
      address,
    })
  return keys.length
}

/** Somebody who cannot sign in any more would have lost the account. */
async function checkWayBack(tx: RoleTx<'auth'>, user_id: number, mayUsePassword: boolean): Promise<void> {
  const left = await tx.one(sql<{ identities: number; others: number; lacks_second_factor: boolean }>`
    select (select count(*) from identities where user_id = u.id) as identities,
      p.total + (u.password_hash is not null)::integer as others,
      p.total = 0 and u.two_factor_enabled_at is not null and u.totp_secret is null as lacks_second_factor
    from users u cross join lateral (select count(*) as total from passkeys where user_id = u.id) p where u.id = ${user_id}`)
  if (left.lacks_second_factor) {
    throw problem('not_possible', {
      detail: 'Your passkeys are your second factor. Disable two-factor authentication first, or keep them.',
    })
  }
  if (left.identities > 0 || (mayUsePassword && left.others > 0)) return
  throw problem('not_possible', {
    detail: 'You could not sign in any more. Set a password first, or keep your passkeys or linked accounts.',
  })
}

async function signOutEverywhere(
  tx: RoleTx<'auth'>,
  { actor, account, address }: { actor: Actor; account: Account; address: string },
  choice: Choice,
) {
  const { user_id } = actor
  // Serialises concurrent removals of ways to sign in.
  await tx.query(sql`select from users where id = ${user_id} for update`)
  const sessions = await tx.execute(
    sql`delete from sessions where user_id = ${user_id} and id <> ${actor.credential_id}`,
  )
  // Links in mails, and sign-ins that have begun.
  await tx.execute(sql`delete from password_resets where user_id = ${user_id}`)
  await tx.execute(sql`delete from one_time_tokens where user_id = ${user_id}`)
  const api_keys = choice.api_keys ? await revokeKeys(tx, actor, address) : 0
  const identities = choice.identities ? await tx.execute(sql`delete from identities where user_id = ${user_id}`) : 0
  const passkeys = choice.passkeys ? await tx.execute(sql`delete from passkeys where user_id = ${user_id}`) : 0
  const counts = { sessions, api_keys, identities, passkeys }
  const changes = Object.entries(counts).map(([field, before]) => ({ field, before, after: 0 }))
  await recordAccountEvent(tx, { action: 'user.signed_out_everywhere', account, address, changes })
  return counts
}

export function serveSignOut({ config, postgres }: SignOutParts): Served[] {
  const mayUsePassword = config.SITEWATCH_PASSWORD_SIGN_IN
  return [
    serveWithoutTransaction(signOutRoutes.signOutEverywhere, async ({ actor, body, caller: { address } }) => {
      const account = await confirmPassword(postgres, actor, body.password, 'password', mayUsePassword)
      const counts = await postgres.asRole('auth', async (tx) => {
        const ended = await signOutEverywhere(tx, { actor, account, address }, body)
        if (body.identities || body.passkeys) await checkWayBack(tx, actor.user_id, mayUsePassword)
        return ended
      })
      return { object: 'sign_out' as const, ...counts }
    }),
  ]
}
