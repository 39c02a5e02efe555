import type { Language } from '@sitewatch/contract'
import { z } from 'zod'
import { ANONYMOUS } from '../../http/audit.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { composeLetter } from '../../platform/mail/letter.ts'
import { sql } from '../../platform/postgres/index.ts'
import { inLanguage, t } from '../../platform/text/index.ts'
import { makeVerificationUrl } from './address-verification.ts'
import { recordAccountEvent } from './audit.ts'
import { sendEmailChange } from './email-change-task.ts'
import { invitationUrl } from './invitation.ts'
import { sendSecurityNotice } from './security-notice-task.ts'
import { findAccountUnscoped, insertResetUnscoped } from './store.ts'
import type { AccountTaskParts } from './task-parts.ts'

/** The job contains only an id: the token is created here and exists only in the mail. */
function sendPasswordReset({ config, postgres, mailer, log }: AccountTaskParts): Task {
  return defineTask({
    name: 'send_password_reset',
    payload: z.object({ user_id: z.int(), address: z.string().nullish() }),
    async run({ user_id, address = null }) {
      if (!mailer) return log.warn('password reset e-mail not sent: SMTP_URL is not set')
      const reset = await postgres.asRole('auth', async (tx) => {
        const account = await findAccountUnscoped(tx, { id: user_id })
        if (!account) return undefined
        const requested = { action: 'user.password_reset_requested', account, address, actor: ANONYMOUS } as const
        await recordAccountEvent(tx, requested)
        return { ...account, token: await insertResetUnscoped(tx, user_id) }
      })
      if (!reset) return undefined
      await mailer.send({
        to: reset.email,
        ...inLanguage(reset.language ?? 'en', () =>
          composeLetter({
            subject: t('Reset your Sitewatch password'),
            paragraphs: [t('Someone requested a password reset for your Sitewatch account.')],
            action: { url: `${config.BASE_URL}/reset-password?token=${reset.token}`, text: t('Choose a new password') },
            ending: t(
              'The link works once and expires in one hour. If this was not you, ignore this e-mail: your password stays the same.',
            ),
          }),
        ),
      })
    },
  })
}

function sendInvitation({ config, postgres, mailer, log }: AccountTaskParts): Task {
  return defineTask({
    name: 'send_invitation',
    payload: z.object({ invitation_id: z.int() }),
    async run({ invitation_id }) {
      if (!mailer) return log.info('invitation not e-mailed: SMTP_URL is not set. Send the link yourself')
      const row = await postgres.asRole('auth', (tx) =>
        tx.maybe(sql<{ email: string; language: Language | null }>`
          select email, language from invitations where id = ${invitation_id} and accepted_at is null`),
      )
      if (!row) return undefined
      await mailer.send({
        to: row.email,
        ...inLanguage(row.language ?? 'en', () =>
          composeLetter({
            subject: t('You have been invited to Sitewatch'),
            paragraphs: [t('You have been invited to create an account on {url}.', { url: config.BASE_URL })],
            action: { url: invitationUrl(config, { id: invitation_id, email: row.email }), text: t('Create account') },
            ending: t('The link works once, for this e-mail address only, and expires in seven days.'),
          }),
        ),
      })
    },
  })
}

function sendAddressVerification({ config, postgres, mailer, log }: AccountTaskParts): Task {
  return defineTask({
    name: 'send_address_verification',
    payload: z.object({ user_id: z.int() }),
    async run({ user_id }) {
      if (!mailer) return log.warn({ user_id }, 'verification e-mail not sent: SMTP_URL is not set')
      const account = await postgres.asRole('auth', (tx) => findAccountUnscoped(tx, { id: user_id }), {
        readOnly: true,
      })
      if (!account || account.is_suspended || account.is_verified) return undefined
      await mailer.send({
        to: account.email,
        ...inLanguage(account.language ?? 'en', () =>
          composeLetter({
            subject: t('Verify your e-mail address'),
            paragraphs: [
              t('Someone created an account with this address on {url}.', { url: config.BASE_URL }),
              t('Verify your e-mail address to receive alerts and reports.'),
            ],
            action: { url: makeVerificationUrl(config, account), text: t('Verify e-mail address') },
            ending: t('If this was not you, ignore this e-mail. You will not receive any alerts or reports.'),
          }),
        ),
      })
    },
  })
}

function sendSecondFactorWarning({ config, postgres, mailer, log }: AccountTaskParts): Task {
  return defineTask({
    name: 'send_second_factor_warning',
    payload: z.object({ user_id: z.int() }),
    async run({ user_id }) {
      if (!mailer)
        return log.warn(
          { user_id },
          'several wrong two-factor codes for one account; warning e-mail not sent: SMTP_URL is not set',
        )
      const account = await postgres.asRole('auth', (tx) => findAccountUnscoped(tx, { id: user_id }), {
        readOnly: true,
      })
      if (!account || account.is_suspended) return undefined
      await mailer.send({
        to: account.email,
        ...inLanguage(account.language ?? 'en', () =>
          composeLetter({
            subject: t('Failed two-factor codes for your Sitewatch account'),
            paragraphs: [
              t('Someone entered your password on {url} and then several wrong two-factor codes.', {
                url: config.BASE_URL,
              }),
              t('If this was you, wait a moment and try again, or use a recovery code.'),
              t('If this was not you, someone knows your password. Sign in and change it.'),
            ],
            action: { url: `${config.BASE_URL}/settings`, text: t('Open your settings') },
            ending: t('Nobody signed in with these codes. The wait doubles after each wrong code.'),
          }),
        ),
      })
    },
  })
}

function purgeExpired({ postgres, log }: AccountTaskParts): Task {
  return defineTask({
    name: 'purge_expired',
    payload: z.object({}).loose(),
    cron: '17 * * * *',
    async run() {
      const purged = await postgres.asRole('worker', async (tx) => ({
        sessions: await tx.execute(sql`delete from sessions where expires_at < now()`),
        resets: await tx.execute(sql`delete from password_resets where expires_at < now()`),
        tokens: await tx.execute(sql`delete from one_time_tokens where expires_at < now()`),
        idempotency: await tx.execute(sql`delete from idempotency where created_at < now() - interval '24 hours'`),
        rate_counters: await tx.execute(sql`delete from rate_counters where resets_at < now()`),
        networks: await tx.execute(
          sql`delete from sign_in_networks where last_signed_in_at < now() - interval '180 days'`,
        ),
        browsers: await tx.execute(
          sql`delete from sign_in_browsers where last_signed_in_at < now() - interval '180 days'`,
        ),
      }))
      log.debug(purged, 'deleted expired sessions, tokens and rate-limit counters')
    },
  })
}

const STEP_ROWS = 2000
/** A run ends after this time and leaves the rest to a new job, so that stopping the worker never waits for a large team. */
const RUN_MS = 5000

function deleteTeam({ postgres, log }: AccountTaskParts): Task {
  const takeStep = (team_id: number): Promise<boolean> =>
    postgres.asRole('worker', async (tx) => {
      const { more } = await tx.one(sql<{ more: boolean }>`select delete_team_step(${team_id}, ${STEP_ROWS}) as more`)
      return more
    })
  return defineTask({
    name: 'delete_team',
    payload: z.object({ team_id: z.int() }),
    async run({ team_id }) {
      await postgres.asRole('worker', (tx) =>
        tx.execute(sql`
          update teams set deletion_rows_total = count_team_rows(id) where id = ${team_id}
            and deleted_at is not null and deletion_rows_total is null`),
      )
      const until = Date.now() + RUN_MS
      let more = true
      while (more && Date.now() < until) more = await takeStep(team_id)
      if (more) await postgres.asRole('worker', (tx) => tx.query(sql`select add_team_deletion_job(${team_id})`))
      else log.info({ team_id }, 'team deleted')
    },
  })
}

export function accountTasks(parts: AccountTaskParts): Task[] {
  return [
    sendPasswordReset(parts),
    sendInvitation(parts),
    sendAddressVerification(parts),
    sendSecondFactorWarning(parts),
    sendSecurityNotice(parts),
    sendEmailChange(parts),
    purgeExpired(parts),
    deleteTeam(parts),
  ]
}
