import { z } from 'zod'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { composeLetter } from '../../platform/mail/letter.ts'
import { inLanguage, t } from '../../platform/text/index.ts'
import { formatUtcTime } from '../../platform/time/format-utc.ts'
import { NOTIFIED_ACTIONS, type NotifiedAction } from './security-notice.ts'
import { findAccountUnscoped } from './store.ts'
import type { AccountTaskParts } from './task-parts.ts'

/** Without names that were typed: a person who has taken over the account would write parts of this mail. */
const describeAction = (url: string): Record<NotifiedAction, () => { subject: string; text: string }> => {
  const passwordChanged = () => ({
    subject: t('Your Sitewatch password was changed'),
    text: t('The password of your account on {url} was changed.', { url }),
  })
  return {
    'session.created': () => ({
      subject: t('New sign-in to your Sitewatch account'),
      text: t('Someone signed in to your account on {url} from a new browser or network.', { url }),
    }),
    'identity.linked': () => ({
      subject: t('Single sign-on was linked to your Sitewatch account'),
      text: t('An account at your identity provider was linked to your account on {url}. It can sign in to it.', {
        url,
      }),
    }),
    'passkey.created': () => ({
      subject: t('A passkey was added to your Sitewatch account'),
      text: t('A passkey was added to your account on {url}. It can sign in to it.', { url }),
    }),
    'api_key.created': () => ({
      subject: t('An API key of your Sitewatch account was created'),
      text: t('An API key was created in the dashboard on {url}. Programs that have it act for you.', { url }),
    }),
    'user.password_changed': passwordChanged,
    'user.password_reset': passwordChanged,
    'user.two_factor_disabled': () => ({
      subject: t('Two-factor authentication of your Sitewatch account was disabled'),
      text: t('Signing in to your account on {url} needs no second factor any more.', { url }),
    }),
  }
}

export function sendSecurityNotice({ config, postgres, mailer, log }: AccountTaskParts): Task {
  const describe = describeAction(config.BASE_URL)
  return defineTask({
    name: 'send_security_notice',
    payload: z.object({
      user_id: z.int(),
      action: z.enum(NOTIFIED_ACTIONS),
      address: z.string().nullable(),
      browser: z.string().nullable(),
      at: z.string(),
    }),
    async run({ user_id, action, address, browser, at }) {
      if (!mailer) return log.info({ user_id, action }, 'security notice not e-mailed: SMTP_URL is not set')
      const account = await postgres.asRole('auth', (tx) => findAccountUnscoped(tx, { id: user_id }), {
        readOnly: true,
      })
      if (!account || account.is_suspended || !account.is_verified) return undefined
      const where = [formatUtcTime(at), address, browser].filter((part) => part !== null && part !== '').join(', ')
      await mailer.send({
        to: account.email,
        ...inLanguage(account.language ?? 'en', () => {
          const { subject, text } = describe[action]()
          return composeLetter({
            subject,
            paragraphs: [text, where],
            action: { url: `${config.BASE_URL}/settings/sessions`, text: t('Review sessions') },
            ending: t(
              'If it was you, ignore this e-mail. If it was not you, change your password and then sign out everywhere under Settings → Sessions.',
            ),
          })
        }),
      })
    },
  })
}
