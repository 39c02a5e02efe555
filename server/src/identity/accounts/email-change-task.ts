import { z } from 'zod'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { composeLetter } from '../../platform/mail/letter.ts'
import { EMAIL_CHANGE_MAILS, makeEmailChangeUrl } from './email-change.ts'
import { type Account, findAccountUnscoped } from './store.ts'
import type { AccountTaskParts } from './tasks.ts'

const NOT_YOU = 'If it was not you, someone knows your password. Sign in and choose a new one now.'

/** Without the new address: the mailbox may be read by others than the owner of the account. */
const composeRequested = (base_url: string) =>
  composeLetter({
    subject: 'Your Sitewatch e-mail address is about to change',
    paragraphs: [
      `Someone who knows your password asked to change the e-mail address of your account on ${base_url}.`,
      'The address changes when the link that we sent to the new address is confirmed. A new password makes that link stop working.',
    ],
    action: { url: `${base_url}/settings/security`, text: 'Change password' },
    ending: `If it was you, ignore this e-mail. ${NOT_YOU}`,
  })

const composeChanged = (base_url: string) =>
  composeLetter({
    subject: 'Your Sitewatch e-mail address was changed',
    paragraphs: [
      `The e-mail address of your account on ${base_url} was changed. You can no longer sign in with this address.`,
    ],
    ending: 'If it was not you, ask the administrator of the service for help.',
  })

const composeLink = (config: AccountTaskParts['config'], account: Account, to: string) =>
  composeLetter({
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      `Someone asked to use this address for an account on ${config.BASE_URL}.`,
      'Confirm that the address is yours to sign in and get reports with it.',
    ],
    action: { url: makeEmailChangeUrl(config, account, to), text: 'Confirm e-mail address' },
    ending: 'The link works once, for one hour. If it was not you, ignore this e-mail: nothing changes.',
  })

export function sendEmailChange({ config, postgres, mailer, log }: AccountTaskParts): Task {
  return defineTask({
    name: 'send_email_change',
    payload: z.object({ user_id: z.int(), email: z.string(), kind: z.enum(EMAIL_CHANGE_MAILS) }),
    async run({ user_id, email, kind }) {
      if (!mailer) return log.warn({ user_id }, 'cannot send mail about an e-mail change: SMTP_URL is not set')
      const { account, isTaken } = await postgres.asRole(
        'auth',
        async (tx) => ({
          account: await findAccountUnscoped(tx, { id: user_id }),
          isTaken: (await findAccountUnscoped(tx, { email })) !== undefined,
        }),
        { readOnly: true },
      )
      if (!account || account.is_suspended) return undefined
      if (kind === 'changed') return mailer.send({ to: email, ...composeChanged(config.BASE_URL) })
      if (kind === 'requested') return mailer.send({ to: account.email, ...composeRequested(config.BASE_URL) })
      if (isTaken) return log.info({ user_id }, 'e-mail change not offered: another account has the address')
      return mailer.send({ to: email, ...composeLink(config, account, email) })
    },
  })
}
