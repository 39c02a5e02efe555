import type { Campaign } from '../event.ts'
import type { KnownSource } from './hosts.ts'

/** How a visit came about. Exactly one for each page view; a visit has the channel of its first one. */
const CHANNELS = [
  'direct',
  'organic_search',
  'paid_search',
  'organic_social',
  'paid_social',
  'organic_video',
  'paid_video',
  'organic_shopping',
  'paid_shopping',
  'ai_assistant',
  'email',
  'sms',
  'push',
  'display',
  'affiliate',
  'audio',
  'referral',
  'campaign',
] as const
export type Channel = (typeof CHANNELS)[number]

const PAID = /^(.*cp.*|ppc|retargeting|paid.*|(.*[-_ ])?ads?)$/
const BY_MEDIUM: readonly (readonly [RegExp, Channel])[] = [
  [/^(e-?mail|e mail|newsletter)$/, 'email'],
  [/^sms$/, 'sms'],
  [/(^|[-_ ])push$|^mobile$|notification/, 'push'],
  [/^(display|banner|expandable|interstitial|cpm)$/, 'display'],
  [/^affiliates?$/, 'affiliate'],
  [/^(audio|podcast)$/, 'audio'],
  [/^(social|social[-_ ](network|media)|sm)$/, 'organic_social'],
  [/^(video|organic[-_ ]video)$/, 'organic_video'],
  [/^(organic|search)$/, 'organic_search'],
  [/^(ai|ai[-_ ]assistant|llm)$/, 'ai_assistant'],
  [/^(referral|app|link)$/, 'referral'],
]

const PAID_BY_KIND = {
  search: 'paid_search',
  social: 'paid_social',
  video: 'paid_video',
  shopping: 'paid_shopping',
} as const
const ORGANIC_BY_KIND = {
  search: 'organic_search',
  social: 'organic_social',
  video: 'organic_video',
  shopping: 'organic_shopping',
  ai: 'ai_assistant',
  email: 'email',
} as const

/**
 * Read from the top; the first line that matches decides:
 *
 * | medium, click id                          | source                    | channel                    |
 * |-------------------------------------------|---------------------------|----------------------------|
 * | email, sms, push, display, affiliate, …   | any                       | of that name               |
 * | cpc, ppc, paid…, or an advertiser's click | search/social/video/shop  | paid_search, paid_social … |
 * | the same                                  | any other                 | display                    |
 * | social, video, organic, ai, referral      | any                       | of that name               |
 * | none of these                             | a known service           | organic_… or ai_assistant  |
 * |                                           | a campaign's source       | campaign                   |
 * |                                           | another website           | referral                   |
 * |                                           | none                      | direct                     |
 */
export function pickChannel(campaign: Campaign, source: KnownSource | undefined, hasReferrer: boolean): Channel {
  const medium = campaign.utm_medium.toLowerCase()
  const byMedium = medium === '' ? undefined : BY_MEDIUM.find(([pattern]) => pattern.test(medium))?.[1]
  const paid = campaign.click !== '' || (medium !== '' && byMedium === undefined && PAID.test(medium))
  if (paid) {
    const kind = source?.kind
    return kind === 'search' || kind === 'social' || kind === 'video' || kind === 'shopping'
      ? PAID_BY_KIND[kind]
      : 'display'
  }
  if (byMedium !== undefined) return byMedium
  if (source) return ORGANIC_BY_KIND[source.kind]
  if (campaign.utm_source !== '' || campaign.utm_campaign !== '') return 'campaign'
  return hasReferrer ? 'referral' : 'direct'
}
