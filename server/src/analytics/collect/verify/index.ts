import type { Website, WebsiteVerification } from '@sitewatch/contract'
import { invalid, problem } from '../../../http/problem.ts'
import type { Egress, EgressAnswer, EgressResult } from '../../../platform/egress/index.ts'
import { isHostOf } from '../address.ts'
import { findMetaPolicies, findScripts, type PageScript } from './page.ts'
import { allowsConnection, allowsScript, parsePolicies, type Policy } from './policy.ts'

export interface VerifyParts {
  egress: Egress
  isTracker: (text: string) => boolean
}

export type VerifiedSite = Pick<Website, 'id' | 'domain' | 'tracking_id' | 'first_event_at'>

const TIMEOUT_MS = 10_000
const REDIRECTS = 5
/** Served from the site's own domain, the script may have any name, so some scripts are downloaded and compared. */
const MAX_INSPECTED = 3
const HEADERS = { 'user-agent': 'Mozilla/5.0 (compatible; Sitewatch-Verify/1.0)', accept: 'text/html,*/*;q=0.8' }

const SCRIPT_NAME = /(?:^|\/)([0-9A-Za-z]{16})\.js$/

type PageFindings = Pick<WebsiteVerification, 'final_url' | 'http_status' | 'script_url' | 'found_tracking_ids'>
type Verdict = Pick<WebsiteVerification, 'result' | 'message'>

const makeVerdict = (result: WebsiteVerification['result'], message: string): Verdict => ({ result, message })

const fetchPage = (egress: Egress, url: string): Promise<EgressResult> =>
  egress.request({ url, headers: HEADERS, timeout_ms: TIMEOUT_MS, follow_redirects: REDIRECTS })

/** The home page by https, or by http when https does not answer. */
async function fetchFirst(egress: Egress, urls: readonly string[]): Promise<{ url: string; result: EgressResult }> {
  let last: { url: string; result: EgressResult } | undefined
  for (const url of urls) {
    last = { url, result: await fetchPage(egress, url) }
    if (last.result.ok || last.result.kind === 'not_allowed') return last
  }
  if (!last) throw new Error('nothing to fetch')
  return last
}

async function findProxiedScript(
  { egress, isTracker }: VerifyParts,
  scripts: readonly PageScript[],
  page: URL,
): Promise<PageScript | undefined> {
  const candidates = scripts.filter(({ url }) => url.host === page.host && !SCRIPT_NAME.test(url.pathname))
  for (const candidate of candidates.slice(-MAX_INSPECTED)) {
    const answer = await fetchPage(egress, candidate.url.href)
    if (answer.ok && answer.status === 200 && isTracker(answer.body.toString())) return candidate
  }
  return undefined
}

function judgePolicies(policies: readonly Policy[], script: PageScript, page: URL): Verdict | null {
  if (!allowsScript(policies, script, page)) {
    return makeVerdict(
      'blocked_by_csp',
      `The Content Security Policy of the page blocks the tracking script. Add ${script.url.origin} to script-src.`,
    )
  }
  const target = URL.parse(script.api === '' ? script.url.href.replace(/\.js(\?.*)?$/, '') : script.api, page.href)
  if (target && !allowsConnection(policies, target, page)) {
    return makeVerdict(
      'blocked_by_csp',
      `The Content Security Policy of the page blocks requests of the tracking script. Add ${target.origin} to connect-src.`,
    )
  }
  return null
}

function judgeAnswer(answer: EgressAnswer, site: VerifiedSite): Verdict | null {
  const { hostname } = new URL(answer.final_url)
  if (!isHostOf(site.domain, hostname)) {
    return makeVerdict(
      'wrong_host',
      `The page redirects to ${hostname}, which is not part of ${site.domain}: its visits are not counted.`,
    )
  }
  if (answer.status >= 400) return makeVerdict('page_error', `The page returned status ${answer.status}.`)
  const type = answer.headers['content-type'] ?? ''
  if (type !== '' && !/html/i.test(type)) return makeVerdict('not_html', 'The URL is not an HTML page.')
  return null
}

async function judgePage(
  parts: VerifyParts,
  site: VerifiedSite,
  answer: EgressAnswer,
  findings: PageFindings,
): Promise<Verdict> {
  const refused = judgeAnswer(answer, site)
  if (refused) return refused
  const html = answer.body.toString()
  const page = new URL(answer.final_url)
  const scripts = findScripts(html, answer.final_url)
  const named = scripts.flatMap((script) => {
    const id = SCRIPT_NAME.exec(script.url.pathname)?.[1]
    return id === undefined ? [] : [{ script, id }]
  })
  findings.found_tracking_ids = [...new Set(named.map(({ id }) => id))].slice(0, 10)
  const installed =
    named.find(({ id }) => id === site.tracking_id)?.script ?? (await findProxiedScript(parts, scripts, page))
  if (!installed) {
    return named.length > 0
      ? makeVerdict(
          'wrong_tracking_id',
          `The page has the tracking script of another website. The tracking ID of this website is ${site.tracking_id}.`,
        )
      : makeVerdict(
          'script_missing',
          'The tracking script was not found. Add it to the <head> of every page and publish your site.',
        )
  }
  findings.script_url = installed.url.href
  if (installed.type === 'module') {
    return makeVerdict(
      'module_script',
      'The tracking script has type="module", which it does not support. Remove that attribute.',
    )
  }
  const policies = parsePolicies([
    ...[answer.headers['content-security-policy'] ?? []].flat(),
    ...findMetaPolicies(html),
  ])
  return judgePolicies(policies, installed, page) ?? makeVerdict('ok', 'The tracking script is installed.')
}

/** Fetches a page of the website and reports whether the tracker is installed. */
export async function verifyWebsite(
  parts: VerifyParts,
  site: VerifiedSite,
  url: string | undefined,
): Promise<WebsiteVerification> {
  if (url !== undefined) {
    const vetted = parts.egress.vetUrl(url)
    if (!vetted.ok && vetted.reason === 'target_not_allowed') refuseTarget()
    if (!vetted.ok || !isHostOf(site.domain, vetted.url.hostname)) {
      throw invalid('url', 'invalid_value', `url must be a page on ${site.domain}.`)
    }
  }
  const urls = url === undefined ? [`https://${site.domain}/`, `http://${site.domain}/`] : [url]
  const { url: checked_url, result: answer } = await fetchFirst(parts.egress, urls)
  if (!answer.ok && answer.kind === 'not_allowed') refuseTarget()
  const findings: PageFindings = {
    final_url: answer.ok ? answer.final_url : null,
    http_status: answer.ok ? answer.status : null,
    script_url: null,
    found_tracking_ids: [],
  }
  const verdict = answer.ok
    ? await judgePage(parts, site, answer, findings)
    : makeVerdict('page_unreachable', answer.message)
  return {
    object: 'website_verification',
    website_id: site.id,
    ...verdict,
    checked_url,
    ...findings,
    first_event_at: site.first_event_at,
  }
}

function refuseTarget(): never {
  throw problem('target_not_allowed', { detail: 'Sitewatch does not connect to this address.' })
}
