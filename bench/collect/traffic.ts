import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@sitewatch/contract/durations'
import { readClient } from '../../server/src/analytics/collect/client.ts'
import { dayOf, visitorIdOf } from '../../server/src/analytics/collect/identity.ts'
import { writeRow, writeVisit } from '../../server/src/analytics/collect/rows.ts'
import { judge } from '../../server/src/analytics/collect/steps/index.ts'
import type { Visit } from '../../server/src/analytics/collect/visit.ts'
import { readTracked } from '../../server/src/analytics/collect/wire.ts'
import type { Site } from '../../server/src/analytics/websites/index.ts'

/** Realistic traffic: a few pages get most views, there are about a hundred browsers, and visitors view one to ten pages. */
export interface Traffic {
  seed: number
  sites: number
  days: number
}

/** Seeded: every run has the same visits. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const VERSIONS = [118, 119, 120, 121, 122, 123, 124, 125, 126]
const AGENTS = VERSIONS.flatMap((version) => [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_${version % 7} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.${version % 7} Mobile/15E148 Safari/604.1`,
])
const REFERRERS = [
  '',
  '',
  '',
  'https://www.google.com/',
  'https://www.google.com/',
  'https://duckduckgo.com/',
  'https://t.co/a1b2',
  'https://chatgpt.com/',
  'https://news.ycombinator.com/item?id=1',
  'https://blog.example.org/posts/why-we-moved',
]
const LANGUAGES = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'ja-JP', 'nl-NL', 'it-IT', 'pl-PL']
const COUNTRIES = ['US', 'GB', 'DE', 'FR', 'ES', 'BR', 'JP', 'NL', 'IT', 'PL', 'SE', 'IN']
const WORDS =
  'blue red fast slow guide price about team docs start shoes coffee travel notes review update release design data'.split(
    ' ',
  )

function pick<T>(random: () => number, all: readonly T[]): T {
  const found = all[Math.floor(random() * all.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

/** The first of a thousand pages gets a hundred times as many views as the hundredth. */
function pickPath(random: () => number): string {
  const rank = Math.floor(1000 ** random()) - 1
  if (rank === 0) return '/'
  const word = WORDS[rank % WORDS.length] ?? ''
  return rank % 3 === 0 ? `/${word}` : `/blog/${word}-${WORDS[(rank * 7) % WORDS.length]}-${rank}`
}

export const makeSite = (n: number): Site => ({
  id: n,
  team_id: 1,
  domain: `site-${n}.example.com`,
  exclude_bots: true,
  ip_rules: [],
  param_rules: new Set(),
  retention_days: 730,
  honor_dnt: false,
  had_event: true,
})

/** Events of one page view as sent by the tracker: the view, its engagement time, sometimes more. */
function makeView(random: () => number, domain: string, referrer: string): Record<string, unknown>[] {
  // Truly random, like in a browser, because seeded values might compress.
  const i = randomBytes(8).readBigUInt64LE().toString()
  const base = { u: `https://${domain}${pickPath(random)}`, w: pick(random, [390, 412, 1280, 1440, 1920]), i }
  const events: Record<string, unknown>[] = [{ ...base, n: 'pageview', k: 0, r: referrer }]
  const add = (more: object): void => void events.push({ ...base, ...more, k: events.length })
  if (random() < 0.05)
    add({ n: 'event', a: pick(random, ['Sign up', 'Order', 'Search']), p: { plan: pick(random, ['free', 'pro']) } })
  if (random() < 0.04) add({ n: 'outbound', l: `https://${pick(random, WORDS)}.example.org/` })
  if (random() < 0.9) add({ n: 'engagement', e: Math.floor(random() ** 3 * 120_000), s: Math.floor(random() * 101) })
  return events
}

/** Generates `count` events as rows, with the same code as the collector. */
export function* makeRows({ seed, sites, days }: Traffic, count: number, now_ms = Date.now()): Generator<string> {
  const random = createRandom(seed)
  for (let made = 0; made < count;) {
    const site = makeSite(1 + Math.floor(random() * sites))
    const user_agent = pick(random, AGENTS)
    const address = `203.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`
    let time_ms = now_ms - Math.floor(random() * days * DAY_MS)
    const client = readClient(user_agent)
    const country = pick(random, COUNTRIES)
    const language = pick(random, LANGUAGES)
    const views = random() < 0.5 ? 1 : 1 + Math.floor(random() * 9)
    for (let view = 0; view < views; view++) {
      const visit: Visit = {
        site,
        address,
        user_agent,
        client,
        language,
        is_own_probe: false,
        refuses_tracking: false,
        now_ms: time_ms,
      }
      const salt = { day: dayOf(time_ms), key: dayOf(time_ms).repeat(6) }
      const text = writeVisit(visit, visitorIdOf(salt, { website_id: site.id, address, user_agent }), country)
      for (const raw of makeView(random, site.domain, view === 0 ? pick(random, REFERRERS) : '')) {
        const { drop, event } = judge(raw, visit, readTracked)
        if (drop !== null) throw new Error('an event of the bench was dropped')
        event.time_ms = time_ms + Number(raw['e'] ?? 0)
        yield writeRow(text, event, client)
        made++
      }
      time_ms += 5000 + Math.floor(random() * 90_000)
    }
  }
}

export const AGENT_OF_BENCH = AGENTS[0] ?? ''

/** Request bodies with one event each, like most requests of the tracker. */
export function makeBodies(domain: string, count: number, seed = 1): string[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    const events = makeView(random, domain, pick(random, REFERRERS))
    return JSON.stringify([pick(random, events)])
  })
}
