import { z } from 'zod'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { composeLetter } from '../../platform/mail/letter.ts'
import { inLanguage, t } from '../../platform/text/index.ts'
import { EMAIL_CHANGE_MAILS, makeEmailChangeUrl } from './email-change.ts'
import { type Account, findAccountUnscoped } from './store.ts'
import type { AccountTaskParts } from './task-parts.ts'

/** Without the new address: the mailbox may be read by others than the owner of the account. */
const composeRequested = (base_url: string) =>
  composeLetter({
    subject: t('Your Sitewatch e-mail address is about to change'),
    paragraphs: [
      t('Someone who knows your password asked to change the e-mail address of your account on {url}.', {
        url: base_url,
      }),
      t(
        'The address changes when the link that we sent to the new address is confirmed. A new password makes that link stop working.',
      ),
    ],
    action: { url: `${base_url}/settings/security`, text: t('Change password') },
    ending: t(
      'If it was you, ignore this e-mail. If it was not you, someone knows your password. Sign in and choose a new one now.',
    ),
  })

const composeChanged = (base_url: string) =>
  composeLetter({
    subject: t('Your Sitewatch e-mail address was changed'),
    paragraphs: [
      t('The e-mail address of your account on {url} was changed. You can no longer sign in with this address.', {
        url: base_url,
      }),
    ],
    ending: t('If it was not you, ask the administrator of the service for help.'),
  })

const composeLink = (config: AccountTaskParts['config'], account: Account, to: string) =>
  composeLetter({
    subject: t('Confirm your new e-mail address'),
    paragraphs: [
      t('Someone asked to use this address for an account on {url}.', { url: config.BASE_URL }),
      t('Confirm that the address is yours to sign in and get reports with it.'),
    ],
    action: { url: makeEmailChangeUrl(config, account, to), text: t('Confirm e-mail address') },
    ending: t('The link works once, for one hour. If it was not you, ignore this e-mail: nothing changes.'),
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
      const compose = <Composed>(letter: () => Composed): Composed => inLanguage(account.language ?? 'en', letter)
      if (kind === 'changed') return mailer.send({ to: email, ...compose(() => composeChanged(config.BASE_URL)) })
      if (kind === 'requested')
        return mailer.send({ to: account.email, ...compose(() => composeRequested(config.BASE_URL)) })
      if (isTaken) return log.info({ user_id }, 'e-mail change not offered: another account has the address')
      return mailer.send({ to: email, ...compose(() => composeLink(config, account, email)) })
    },
  })
}
