import { isHostOf, type VerifiedSite, type VerifyParts, verifyWebsite } from '../../analytics/collect/index.ts'
import type { Config } from '../../config.ts'
import type { PublicEgress } from '../../platform/egress/index.ts'
import { requestTrusted } from '../../platform/egress/trusted.ts'
import type { Findings, PageFinding } from './cause.ts'
import type { VisitedPage } from './visits.ts'

export interface InspectionParts extends VerifyParts {
  config: Pick<Config, 'BASE_URL'>
  public_egress: PublicEgress
}

export interface InspectedSite extends VerifiedSite {
  /** URLs of its active HTTP monitors: they show the scheme and port of the website. */
  monitor_urls: readonly string[]
}

const COLLECTOR_TIMEOUT_MS = 5000

function findOrigin({ domain, monitor_urls }: InspectedSite): string | undefined {
  const urls = monitor_urls.flatMap((text) => URL.parse(text) ?? [])
  return urls.find(({ protocol, hostname }) => /^https?:$/.test(protocol) && isHostOf(domain, hostname))?.origin
}

/** Undefined when Sitewatch may not connect to the page. */
async function findOnPage(
  parts: InspectionParts,
  site: InspectedSite,
  url: string | undefined,
): Promise<(PageFinding & { final_url: string | null }) | undefined> {
  try {
    return await verifyWebsite(parts, site, url)
  } catch (error) {
    if ((error as { code?: unknown }).code === 'target_not_allowed') return undefined
    throw error
  }
}

async function inspectPages(
  parts: InspectionParts,
  site: InspectedSite,
  visited: VisitedPage | null,
): Promise<PageFinding[]> {
  const origin = findOrigin(site)
  const home = await findOnPage(parts, site, origin && `${origin}/`)
  if (!home) return []
  if (!visited || visited.path === '/' || !isHostOf(site.domain, visited.host)) return [home]
  const { protocol, host } = new URL(home.final_url ?? home.checked_url)
  const isNamedByVisitor = origin === undefined && visited.host !== host
  const page = await findOnPage(
    isNamedByVisitor ? { ...parts, egress: parts.public_egress } : parts,
    site,
    (origin ?? `${protocol}//${visited.host}`) + visited.path,
  )
  return page ? [page, home] : [home]
}

/** Null when DNS did not answer or may not be queried: this says nothing about the domain. */
async function resolveDomain({ egress }: InspectionParts, { domain }: InspectedSite): Promise<string[] | null> {
  const located = await egress.resolve(domain)
  if (located.ok) return located.addresses.map(({ text }) => text)
  return located.kind === 'dns' ? [] : null
}

/** As a browser loads it. The URL is the operator's, so it is not vetted. */
async function findCollectorFailure(
  { config }: InspectionParts,
  { tracking_id }: InspectedSite,
): Promise<string | null> {
  const url = `${config.BASE_URL.replace(/\/+$/, '')}/t/${tracking_id}.js`
  const answer = await requestTrusted(url, { timeout_ms: COLLECTOR_TIMEOUT_MS })
  if (!answer.ok) return answer.kind === 'local' ? null : answer.message
  return answer.status === 200 ? null : `The tracking script returned status ${answer.status}.`
}

/** Fetches the home page and the most visited page, resolves the domain and loads the tracking script. */
export async function inspectWebsite(
  parts: InspectionParts,
  site: InspectedSite,
  visited: VisitedPage | null,
): Promise<Findings> {
  const [pages, addresses, collector_failure] = await Promise.all([
    inspectPages(parts, site, visited),
    resolveDomain(parts, site),
    findCollectorFailure(parts, site),
  ])
  return { pages, addresses, collector_failure }
}
