// Owns: sign-up, sign-in, sessions, two-factor, passkeys, and the vault of data keys.
// Called by: roles (routes, jobs, the vault), and every feature that has a quota, a secret or a password.
// Begins: `routes.ts`; signing in, in `open-session.ts`; secrets, in `vault.ts`.

export { operatorOf, recordAccountEvent } from './audit.ts'
export { listUsersUnscoped, serveAdministration } from './administration.ts'
export { readTeamInvitationToken, teamInvitationUrl } from './invitation.ts'
export { isKnownNetworkUnscoped } from './known-networks.ts'
export { consumeTokenUnscoped, insertTokenUnscoped } from './one-time-token.ts'
export { signIn } from './open-session.ts'
export { servePasskeys } from './passkey-routes.ts'
export { hashPassword, verifyPassword } from './password.ts'
export { checkQuota } from './quota.ts'
export { serveAccounts } from './routes.ts'
export { confirmOwner } from './second-factor.ts'
export { serveSignOut } from './sign-out-everywhere.ts'
export { announceSecurity } from './security-notice.ts'
export { findSessionActorUnscoped, sealLogoutUrl, touchSessionsUnscoped } from './sessions.ts'
export { makeSignInLink, mountSignInLink, SIGN_IN_LINK_MINUTES } from './sign-in-link.ts'
export {
  countUsersUnscoped,
  findAccountUnscoped,
  insertUserUnscoped,
  mayCreateVerified,
  replacePasswordUnscoped,
  setupCode,
} from './store.ts'
export { accountTasks } from './tasks.ts'
export { stopTwoFactor } from './two-factor.ts'
export { checkSecretUnscoped, createVault, readDataKey, rewrapDataKeysUnscoped, type Vault } from './vault.ts'
export { historyNoticeTask } from './history-notice.ts'
export { clearNotice, type NoticeParts, notifyAdministrators } from './operator-notice.ts'
export { mountAddressVerification } from './verification-page.ts'
export { mountEmailChange } from './email-change-page.ts'
