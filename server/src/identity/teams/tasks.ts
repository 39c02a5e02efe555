import type { Language } from '@sitewatch/contract'
import { z } from 'zod'
import { countSharedUse } from '../../http/shared-bucket.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { composeLetter } from '../../platform/mail/letter.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { inLanguage, t } from '../../platform/text/index.ts'
import { teamInvitationUrl } from '../accounts/index.ts'
import type { LinkConfig } from './invitations.ts'

export interface TeamTaskParts {
  config: LinkConfig
  postgres: Postgres
  mailer: Mailer | null
  log: Log
}

interface Row {
  email: string
  language: Language | null
  invited_by: string
  team_name: string
}

/** Counted by address: however many teams invite a stranger, no more mails are sent. */
const MAIL_LIMIT = { name: 'team_invitation', points: 3, seconds: 3600 }

/** The mail to send. None for an inviting person whose own address is not verified: the mail contains text of that person. */
async function findMailUnscoped(tx: RoleTx<'auth'>, invitation_id: number): Promise<Row | undefined> {
  const row = await tx.maybe(sql<Row>`
    select i.email, i.language, i.invited_by, t.name as team_name
    from team_invitations i join teams t on t.id = i.team_id
      join users u on u.id = i.invited_by_id and u.email_verified_at is not null
    where i.id = ${invitation_id} and is_open_invitation(i)`)
  if (!row) return undefined
  const { used } = await countSharedUse(tx, { policy: MAIL_LIMIT, key: row.email })
  return used > MAIL_LIMIT.points ? undefined : row
}

function sendTeamInvitation({ config, postgres, mailer, log }: TeamTaskParts): Task {
  return defineTask({
    name: 'send_team_invitation',
    payload: z.object({ invitation_id: z.int() }),
    async run({ invitation_id }) {
      if (!mailer) return log.info('invitation not e-mailed: SMTP_URL is not set. Send the link yourself')
      const row = await postgres.asRole('auth', (tx) => findMailUnscoped(tx, invitation_id))
      if (!row) return undefined
      const { invited_by, team_name } = row
      await mailer.send({
        to: row.email,
        ...inLanguage(row.language ?? 'en', () =>
          composeLetter({
            subject: t('You have been invited to the team {team_name}', { team_name }),
            paragraphs: [
              t('{invited_by} has invited you to the team {team_name} on {url}.', {
                invited_by,
                team_name,
                url: config.BASE_URL,
              }),
            ],
            action: { url: teamInvitationUrl(config, invitation_id), text: t('Join team') },
            ending: t('The link works once, for this e-mail address only, and expires in seven days.'),
          }),
        ),
      })
    },
  })
}

export const teamTasks = (parts: TeamTaskParts): Task[] => [sendTeamInvitation(parts)]
