import { isExcludedParam, type ParamRules } from '../websites/index.ts'
import type { Campaign, PageAddress } from './event.ts'

const NO_CAMPAIGN: Campaign = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
  utm_term: '',
  click: '',
}

type CampaignField = Exclude<keyof Campaign, 'click'>

const CAMPAIGN_PARAMS: ReadonlyMap<string, CampaignField> = new Map([
  ['utm_source', 'utm_source'],
  ['utm_medium', 'utm_medium'],
  ['utm_campaign', 'utm_campaign'],
  ['utm_content', 'utm_content'],
  ['utm_term', 'utm_term'],
])

/** Each identifies one click of one person, so the value is never stored, only the advertiser. */
const CLICK_PARAMS: ReadonlyMap<string, string> = new Map([
  ['gclid', 'google'],
  ['gbraid', 'google'],
  ['wbraid', 'google'],
  ['dclid', 'google'],
  ['gad_source', 'google'],
  ['gad_campaignid', 'google'],
  ['gclsrc', 'google'],
  ['_gl', ''],
  ['msclkid', 'microsoft'],
  // Facebook adds it to every outgoing link, paid or not.
  ['fbclid', ''],
  ['igshid', ''],
  ['igsh', ''],
  ['ttclid', 'tiktok'],
  ['twclid', 'twitter'],
  ['li_fat_id', 'linkedin'],
  ['rdt_cid', 'reddit'],
  ['epik', 'pinterest'],
  ['ScCid', 'snapchat'],
  ['yclid', 'yandex'],
  ['mc_cid', ''],
  ['mc_eid', ''],
  ['_hsenc', ''],
  ['_hsmi', ''],
  ['mkt_tok', ''],
  ['vero_id', ''],
])

const MAX_CAMPAIGN_LENGTH = 200

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/**
 * Splits the query into what stays in the path and the campaign parameters. Written by hand: URLSearchParams would decode and
 * re-encode every parameter, and `?a` would come back as `?a=`.
 */
function readQuery(search: string, rules: ParamRules): { kept: string; campaign: Campaign } {
  if (search.length < 2 || rules === 'all') return { kept: '', campaign: NO_CAMPAIGN }
  let kept = ''
  let campaign = NO_CAMPAIGN
  for (const pair of search.slice(1).split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decode(at < 0 ? pair : pair.slice(0, at))
    if (isExcludedParam(rules, name)) continue
    const field = CAMPAIGN_PARAMS.get(name)
    const click = CLICK_PARAMS.get(name)
    if (field === undefined && click === undefined) {
      kept += (kept === '' ? '?' : '&') + pair
      continue
    }
    if (campaign === NO_CAMPAIGN) campaign = { ...NO_CAMPAIGN }
    if (field !== undefined)
      campaign[field] ||=
        at < 0
          ? ''
          : decode(pair.slice(at + 1))
              .trim()
              .slice(0, MAX_CAMPAIGN_LENGTH)
    else campaign.click ||= click ?? ''
  }
  return { kept, campaign }
}

/**
 * Null when it is not the URL of a page. Excluded parameters are removed here, before anything else sees them, and so is the fragment:
 * it may hold what a server must never see, such as a token. It is kept where the sender says that pages are named by it.
 */
export function readPageAddress(text: string, rules: ParamRules, { keepFragment = false } = {}): PageAddress | null {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  const { kept, campaign } = readQuery(url.search, rules)
  const host = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname
  return {
    origin: `${url.protocol}//${url.host}`,
    host,
    path: url.pathname + kept + (keepFragment ? readFragment(url.hash, rules) : ''),
    campaign,
  }
}

/** An app that routes by fragment may have a query there (`#/list?token=…`): the same rules apply. */
function readFragment(hash: string, rules: ParamRules): string {
  const at = hash.indexOf('?')
  if (at < 0) return hash
  return hash.slice(0, at) + readQuery(hash.slice(at), rules).kept
}

/** The domain itself and its subdomains: the pages of a website are often spread over www, shop, blog. */
export function isHostOf(domain: string, host: string): boolean {
  return (
    host === domain ||
    (host.length > domain.length && host.endsWith(domain) && host[host.length - domain.length - 1] === '.')
  )
}
