import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadScripts } from '../../server/src/analytics/collect/index.ts'
import { nameCause, type TrafficCause, type Usual } from '../../server/src/insights/silent-outages/cause.ts'
import {
  type InspectedSite,
  type InspectionParts,
  inspectWebsite,
} from '../../server/src/insights/silent-outages/inspect.ts'
import { createEgress, createPublicEgress } from '../../server/src/platform/egress/index.ts'
import { createRandom, type Random } from './random.ts'

const TRACKING_ID = '00Xb3kP9qLmT27Yd'
const OTHER_ID = '00AAAAAAAAAAAAAA'

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
}

/** A simulated state of a website: what it serves, and the cause that must be named. */
interface State {
  cause: TrafficCause
  answer: (path: string) => Answer
  known_addresses?: readonly string[]
  collector?: Answer
  usual_results?: Usual['results']
  /** The host name no longer resolves. */
  is_unknown_host?: true
}

/** Writes a page with the script in one of several places, and little or much content around it. */
function writePage(random: Random, script: string): string {
  const filler = random.pick([
    '',
    '<p>Text</p>'.repeat(500),
    '<!-- build 4711 -->',
    '<script>window.dataLayer=[]</script>',
  ])
  return random.pick([
    `<!doctype html><html><head><title>Shop</title>${script}</head><body>${filler}</body></html>`,
    `<!doctype html><html><head></head><body>${filler}${script}</body></html>`,
    `<html>${filler}${script}`,
  ])
}

function writeScript(random: Random, id = TRACKING_ID, attributes = ''): string {
  const src = `https://watch.example.org/t/${id}.js`
  return random.pick([
    `<script defer src="${src}"${attributes}></script>`,
    `<script async src='${src}' data-hash${attributes}></script>`,
    `<SCRIPT${attributes} SRC=${src}></SCRIPT>`,
  ])
}

const intact = (random: Random): string => writePage(random, writeScript(random))

const STATES: readonly ((random: Random, elsewhere: string) => State)[] = [
  // A deploy removed the script, from all pages or from all but the home page.
  (random) => {
    const body = writePage(random, random.pick(['', `<!-- ${writeScript(random)} -->`, writeScript(random, OTHER_ID)]))
    return { cause: 'snippet_missing', answer: () => ({ body }) }
  },
  (random) => ({
    cause: 'snippet_missing',
    answer: (path) => ({ body: path === '/' ? intact(random) : writePage(random, '') }),
  }),
  (random) => ({
    cause: 'snippet_missing',
    answer: () => ({ body: writePage(random, writeScript(random, TRACKING_ID, ' type="module"')) }),
  }),
  // A new security header.
  (random) => {
    const policy = random.pick([
      "default-src 'self'",
      "script-src 'self' https://cdn.example.net; object-src 'none'",
      "default-src *; connect-src 'self'",
      "script-src 'nonce-abc' 'strict-dynamic'",
    ])
    return {
      cause: 'blocked_by_csp',
      answer: () => ({ body: intact(random), headers: { 'content-security-policy': policy } }),
    }
  },
  (random) => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`
    return { cause: 'blocked_by_csp', answer: () => ({ body: `${meta}${intact(random)}` }) }
  },
  // The check requests the home page, which works. The shop does not.
  (random) => {
    const status = random.pick([403, 404, 410, 500, 502, 503])
    return { cause: 'page_error', answer: (path) => (path === '/' ? { body: intact(random) } : { status }) }
  },
  (random) => {
    const status = random.pick([403, 500, 503])
    return { cause: 'page_error', answer: () => ({ status, body: intact(random) }) }
  },
  (random, elsewhere) => {
    const status = random.pick([301, 302, 307, 308])
    return { cause: 'redirects_elsewhere', answer: () => ({ status, headers: { location: `${elsewhere}/parked` } }) }
  },
  (random) => ({
    cause: 'dns_changed',
    known_addresses: ['203.0.113.7', '2001:db8::7'],
    answer: () => random.pick([{ body: '<h1>This domain is parked</h1>' }, { status: 404 }, { body: intact(random) }]),
  }),
  (random) => ({
    cause: 'dns_changed',
    known_addresses: ['203.0.113.7'],
    is_unknown_host: true,
    answer: () => ({ body: intact(random) }),
  }),
  (random) => ({
    cause: 'collector_unreachable',
    collector: { status: random.pick([404, 502, 503]) },
    answer: () => ({ body: intact(random) }),
  }),
  // Causes that a request from here cannot detect: only visitors get the error, or a firewall has always blocked our requests.
  (random) => ({ cause: 'page_error', answer: () => ({ body: intact(random) }) }),
  () => ({ cause: 'snippet_missing', usual_results: ['page_error'], answer: () => ({ status: 403 }) }),
  // Nothing that a request can detect: a consent banner, a campaign that ended, or a state that was always the same.
  (random) => ({ cause: 'unknown', answer: () => ({ body: intact(random) }) }),
  (random) => ({
    cause: 'unknown',
    usual_results: ['script_missing'],
    answer: () => ({ body: writePage(random, '<script src="https://tags.example.net/gtm.js"></script>') }),
  }),
]

async function startServer(answer: (path: string) => Answer): Promise<{ port: number; close: () => void }> {
  const server = createServer((request, response) => {
    const { status = 200, headers = {}, body = '' } = answer(request.url ?? '/')
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

/** Share of simulated page states, over real HTTP, whose cause is named correctly. */
export async function measureCauses(isLarge = false): Promise<Record<string, number>> {
  const random = createRandom(24)
  const rounds = isLarge ? 200 : 20
  let state: State | undefined
  const site_server = await startServer((path) => state?.answer(path) ?? { status: 500 })
  const other = await startServer(() => ({ body: 'parked' }))
  const collector = await startServer(() => state?.collector ?? { body: 'script' })
  const egress = createEgress({ allowPrivate: ['127.0.0.0/8', '::1/128'] })
  const parts: InspectionParts = {
    egress,
    public_egress: createPublicEgress({}),
    isTracker: loadScripts().isTracker,
    config: { BASE_URL: `http://127.0.0.1:${collector.port}` },
  }
  const site: InspectedSite = {
    id: 1,
    domain: 'localhost',
    tracking_id: TRACKING_ID,
    first_event_at: null,
    monitor_urls: [`http://localhost:${site_server.port}/health`],
  }
  const tallies = new Map<TrafficCause, { named: number; of: number }>()
  for (let round = 0; round < rounds; round++) {
    for (const make of STATES) {
      state = make(random, `http://127.0.0.1:${other.port}`)
      const looked = state.is_unknown_host ? { ...site, domain: 'gone.invalid', monitor_urls: [] } : site
      const findings = await inspectWebsite(parts, looked, { host: looked.domain, path: '/shop' })
      const usual: Usual = {
        results: state.usual_results ?? [],
        addresses: state.known_addresses ?? [],
        collector_failed: false,
      }
      const tally = tallies.get(state.cause) ?? { named: 0, of: 0 }
      tallies.set(state.cause, tally)
      tally.of += 1
      if (nameCause(findings, usual).kind === state.cause) tally.named += 1
    }
  }
  for (const each of [site_server, other, collector]) each.close()
  const all = [...tallies.values()].reduce((sum, each) => ({ named: sum.named + each.named, of: sum.of + each.of }))
  return {
    cause_named: all.named / all.of,
    cause_states: all.of,
    ...Object.fromEntries([...tallies].map(([kind, { named, of }]) => [`cause_named_${kind}`, named / of])),
  }
}
