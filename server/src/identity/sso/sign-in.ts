import { Email } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { insertAuditEntry, SYSTEM } from '../../http/audit.ts'
import { problem } from '../../http/problem.ts'
import type { RoleTx } from '../../platform/postgres/index.ts'
import { msg } from '../../platform/text/index.ts'
import {
  findAccountUnscoped,
  insertUserUnscoped,
  mayCreateVerified,
  recordAccountEvent,
  type Vault,
} from '../accounts/index.ts'
import type { Profile } from './client.ts'
import { applyGroupsUnscoped, insertIdentityUnscoped, type RoleChange, rolesOf, useIdentityUnscoped } from './store.ts'

export interface SignInParts {
  config: Pick<Config, 'SITEWATCH_SIGNUP' | 'SITEWATCH_INVITATIONS' | 'SITEWATCH_OIDC_GROUPS'>
  vault: Vault
}

/** The answer of the identity provider, and the IP address of the browser that brought it. */
export interface ProviderAnswer {
  profile: Profile
  address: string
}

interface KnownAccount {
  id: number
  email: string
}

const refuse = (heading: string, detail: string) => problem('not_possible', { heading, detail })

function requireVerified(profile: Profile): Profile & { email: string } {
  const email = Email.safeParse(profile.email)
  if (email.success) return { ...profile, email: email.data.toLowerCase() }
  throw refuse(
    msg('Your e-mail address is not verified'),
    msg(
      'Your identity provider did not send a verified e-mail address. Verify your address there, or ask your administrator to, and sign in again.',
    ),
  )
}

/** Never links to an existing account: the person with its address at the identity provider might not be its owner. */
async function createAccount(
  tx: RoleTx<'auth'>,
  { config, vault }: SignInParts,
  { profile, address }: ProviderAnswer,
): Promise<number> {
  const verified = requireVerified(profile)
  if (await findAccountUnscoped(tx, { email: verified.email })) {
    throw refuse(
      msg('An account with your e-mail address exists'),
      msg(
        'Sign in to it as before and link single sign-on under Settings → Security. If you cannot sign in to it, ask your administrator for a sign-in link.',
      ),
    )
  }
  if (!(await mayCreateVerified(tx, config, verified.email))) {
    throw refuse(
      msg('You have no account on this server'),
      msg('Accounts are by invitation only. Ask your administrator for an invitation and sign in again.'),
    )
  }
  const { email } = verified
  const user = await insertUserUnscoped(tx, vault, {
    email,
    password_hash: null,
    is_administrator: false,
    is_verified: true,
  })
  await recordAccountEvent(tx, { action: 'user.created', account: user, address })
  await insertIdentityUnscoped(tx, user.id, verified)
  return user.id
}

const actionOf = ({ before, after }: RoleChange) => {
  if (before === null) return 'team_member.joined'
  return after === null ? 'team_member.removed' : 'team_member.updated'
}

/** The groups of the identity provider decide, so the audit log of the team names no member as the actor. */
async function applyGroups(
  tx: RoleTx<'auth'>,
  { config }: SignInParts,
  { id, email }: KnownAccount,
  { profile: { groups }, address }: ProviderAnswer,
): Promise<void> {
  const mapping = config.SITEWATCH_OIDC_GROUPS
  if (mapping === undefined) return
  for (const change of await applyGroupsUnscoped(tx, id, rolesOf(mapping, groups))) {
    const { team_id, before, after } = change
    await insertAuditEntry(tx, {
      team_id,
      action: actionOf(change),
      actor: SYSTEM,
      record: { id, name: email },
      changes: [{ field: 'role', before, after }],
      address,
    })
  }
}

/** The account to sign in to, created if the sign-up rules allow it. */
export async function findOrCreateAccount(
  tx: RoleTx<'auth'>,
  parts: SignInParts,
  answer: ProviderAnswer,
): Promise<KnownAccount> {
  const user_id = (await useIdentityUnscoped(tx, answer.profile)) ?? (await createAccount(tx, parts, answer))
  const account = await findAccountUnscoped(tx, { id: user_id })
  if (!account || account.is_suspended) {
    throw refuse(msg('Your account is suspended'), msg('Ask your administrator to activate it.'))
  }
  await applyGroups(tx, parts, account, answer)
  return account
}

/** For the person who is signed in to this account. */
export async function linkAccount(
  tx: RoleTx<'auth'>,
  parts: SignInParts,
  account: KnownAccount,
  answer: ProviderAnswer,
): Promise<void> {
  const { profile, address } = answer
  const linked = await useIdentityUnscoped(tx, profile)
  if (linked === undefined) {
    await insertIdentityUnscoped(tx, account.id, requireVerified(profile))
    await recordAccountEvent(tx, { action: 'identity.linked', account, address })
  } else if (linked !== account.id) {
    throw refuse(
      msg('Already linked to another account'),
      msg(
        'This identity signs in to another account on this server. Sign in to that account and unlink it there first.',
      ),
    )
  }
  await applyGroups(tx, parts, account, answer)
}
