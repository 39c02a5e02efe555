import { mountUnsubscribePage } from '../../analytics/reports/index.ts'
import type { Config } from '../../config.ts'
import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import {
  isSignedLink,
  type LinkClaim,
  type LinkSecrets,
  readLinkToken,
  signLink,
  writeLinkToken,
} from '../../platform/signed-link.ts'
import { msg } from '../../platform/text/index.ts'

type LinkConfig = LinkSecrets & Pick<Config, 'BASE_URL'>

/** Whose mails a link stops. It never expires: the link in an old mail must still stop the next one. */
interface Subscription {
  user_id: number
  report_id: number
}

const claimOf = ({ user_id, report_id }: Subscription): LinkClaim => ({
  purpose: 'unsubscribe links of uptime reports',
  text: `${user_id}/${report_id}`,
})

const PATH = '/unsubscribe-uptime'

export function makeUnsubscribeUrl({ BASE_URL, SITEWATCH_SECRET }: LinkConfig, subscription: Subscription): string {
  const { user_id, report_id } = subscription
  const token = writeLinkToken([user_id, report_id], signLink(SITEWATCH_SECRET, claimOf(subscription)))
  return `${BASE_URL.replace(/\/+$/, '')}${PATH}/${token}`
}

const refuse = () =>
  problem('not_found', {
    heading: msg('This link no longer works'),
    detail: msg('This link is invalid, or the report was deleted. You can change the recipients under Uptime reports.'),
  })

function readSubscription(config: LinkConfig, text: string): Subscription {
  const token = readLinkToken(text)
  if (!token) throw refuse()
  const [user_id, report_id] = token.ids
  const subscription = { user_id, report_id }
  if (!isSignedLink(config, token.mac, claimOf(subscription))) throw refuse()
  return subscription
}

/** The report, if the person is a member of its team, whether they receive it or not. */
async function findNameUnscoped(tx: RoleTx<'worker'>, { user_id, report_id }: Subscription): Promise<string> {
  const report = await tx.maybe(sql<{ name: string }>`
    select r.name from uptime_reports r join memberships m on m.team_id = r.team_id and m.user_id = ${user_id}
    where r.id = ${report_id}`)
  if (!report) throw refuse()
  return report.name
}

async function stopUnscoped(tx: RoleTx<'worker'>, subscription: Subscription): Promise<string> {
  const name = await findNameUnscoped(tx, subscription)
  await tx.execute(sql`
    delete from uptime_report_recipients where report_id = ${subscription.report_id} and user_id = ${subscription.user_id}`)
  return name
}

export function mountUptimeUnsubscribe(
  server: HttpServer,
  { config, postgres }: { config: LinkConfig; postgres: Postgres },
): void {
  mountUnsubscribePage(server, {
    path: `${PATH}/:token`,
    ids: { page: 'page unsubscribe-uptime', change: 'unsubscribe-uptime' },
    base_url: config.BASE_URL,
    question: msg('You receive the monthly uptime report <b>{name}</b> by e-mail.'),
    done: msg(
      'You will not receive the uptime report <b>{name}</b> any more. An editor of the team can add you again under Uptime reports.',
    ),
    find: (token) => {
      const subscription = readSubscription(config, token)
      return postgres.asRole('worker', (tx) => findNameUnscoped(tx, subscription), { readOnly: true })
    },
    stop: (token) => {
      const subscription = readSubscription(config, token)
      return postgres.asRole('worker', (tx) => stopUnscoped(tx, subscription))
    },
  })
}
