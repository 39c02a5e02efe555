import { NewAnnotation, NewDeploy } from '@sitewatch/contract'
import { DAY_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { insertAnnotation } from '../analytics/annotations/index.ts'
import { findWebsiteRef } from '../analytics/websites/index.ts'
import { saveDeploy } from '../monitoring/deploys/index.ts'
import { sql, type UserTx } from '../platform/postgres/index.ts'
import { planNews, planOutages } from './outages.ts'
import type { MadeRecords } from './records.ts'

const SHOP = 'harbour-coffee.example'

interface Mark {
  domain: string
  at_ms: number
}

const shopOutage = (now_ms: number): number =>
  planOutages(now_ms).find(({ domain }) => domain === SHOP)?.from_ms ?? now_ms - 4 * DAY_MS

/** One of them was nine minutes before the shop went down. */
function planDeploys(now_ms: number): (Mark & { version: string })[] {
  const outage_ms = shopOutage(now_ms)
  return [
    { domain: SHOP, version: '2.13.0', at_ms: outage_ms - 12 * DAY_MS },
    { domain: SHOP, version: '2.14.0', at_ms: outage_ms - 9 * MINUTE_MS },
    { domain: SHOP, version: '2.14.1', at_ms: outage_ms + 31 * MINUTE_MS },
  ]
}

function planAnnotations(now_ms: number): (Mark & { text: string })[] {
  const { domain, at_ms } = planNews(now_ms)
  return [
    { domain: SHOP, text: 'Autumn campaign started', at_ms: shopOutage(now_ms) - 15 * DAY_MS },
    { domain, text: 'Linked from Hacker News', at_ms },
  ]
}

/** Inserts the markers of the charts: deploys and annotations. */
export async function makeMarks(tx: UserTx, { websites }: MadeRecords, now_ms: number): Promise<void> {
  const find = (domain: string): number | undefined => websites.find(({ site }) => site.domain === domain)?.website_id
  for (const { domain, version, at_ms } of planDeploys(now_ms)) {
    const website_id = find(domain)
    if (website_id === undefined) continue
    const deployed_at = new Date(at_ms).toISOString()
    await saveDeploy(tx, NewDeploy.parse({ version, website_ids: [website_id], deployed_at }), now_ms)
  }
  const { email: author } = await tx.one(sql<{ email: string }>`select email from users where id = ${tx.user_id}`)
  for (const { domain, text, at_ms } of planAnnotations(now_ms)) {
    const website = await findWebsiteRef(tx, find(domain) ?? 0)
    const annotation = NewAnnotation.parse({ text, happened_at: new Date(at_ms).toISOString() })
    if (website) await insertAnnotation(tx, website, { ...annotation, author })
  }
}
