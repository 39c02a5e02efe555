// Runs inside the namespace: canaries, a public site and a malicious DNS server, against an egress without allowed ranges.
import { Resolver } from 'node:dns'
import { createServer, get } from 'node:http'
import type { LookupFunction } from 'node:net'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createEgress, type Egress, type EgressResult } from '../../../src/platform/egress/index.ts'
import { findReachable, startCanaries, type Canaries } from './canaries.ts'
import { startDnsServer, type DnsReply } from './dns-server.ts'
import { NO_INTERFACES, public_ipv4, public_ipv6 } from './namespace.ts'
import { forbiddenAddresses, forbiddenLocations, forbiddenUrls, locationsBehind } from './spellings.ts'

export interface SsrfInput {
  readonly flips: number
}

export interface SsrfReport {
  readonly reachable: string[]
  readonly naive_hits: number
  readonly spellings: Outcomes
  readonly names: Outcomes
  readonly redirects: Record<number, Outcomes>
  readonly rebinding: Outcomes & { readonly flips: number }
}

export interface Outcomes {
  readonly requests: number
  readonly by_kind: Record<string, number>
  readonly canary_hits: string[]
}

const flip_names = 25
const private_answers = ['127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.1.1', '::1', 'fd00:ec2::254', '0.0.0.0']

/** Answers of a rebinding server, in turns: public, private, both at once, private in the other family. */
function answerInTurn(turn: number): readonly string[] {
  const secret = private_answers[turn % private_answers.length] ?? ''
  return (
    [[public_ipv4], [secret], [public_ipv4, secret], [public_ipv4, public_ipv6], ['::1', public_ipv4]][turn % 5] ?? []
  )
}

function createZone(): { reply: (question: { name: string; family: 4 | 6 }) => DnsReply; flips: () => number } {
  const turns = new Map<string, number>()
  let flips = 0
  return {
    flips: () => flips,
    reply({ name, family }) {
      const [first = '', kind] = name.split('.')
      if (kind === 'public') return { addresses: [public_ipv4], ttl_seconds: 0 }
      if (kind === 'forbidden') return { addresses: [forbiddenAddresses[Number(first)] ?? ''], ttl_seconds: 0 }
      const turn = turns.get(name) ?? 0
      if (family === 6) return { addresses: answerInTurn(Math.max(0, turn - 1)), ttl_seconds: 0 }
      turns.set(name, turn + 1)
      flips++
      return { addresses: answerInTurn(turn), ttl_seconds: 0 }
    },
  }
}

/** `/r/3/17`: two redirects here, the third to forbidden spelling 17. `/again`: to the same name, which may resolve differently by then. */
const site = createServer((request, response) => {
  const [, verb, left, index] = (request.url ?? '').split('/')
  const spelling = forbiddenLocations[Number(index)] ?? ''
  if (verb === 'again') return response.writeHead(302, { location: `http://${request.headers.host}/again` }).end()
  if (verb !== 'r') return response.end('public')
  const location = left === '1' ? Buffer.from(spelling).toString('latin1') : `/r/${Number(left) - 1}/${index}`
  return response.writeHead(302, { location }).end()
})

async function tally(canaries: Canaries, work: readonly (() => Promise<EgressResult>)[]): Promise<Outcomes> {
  const by_kind: Record<string, number> = {}
  let next = 0
  const worker = async (): Promise<void> => {
    for (let i = next++; i < work.length; i = next++) {
      const result = await work[i]?.()
      const kind = result?.ok ? 'ok' : (result?.kind ?? 'missing')
      by_kind[kind] = (by_kind[kind] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  return { requests: work.length, by_kind, canary_hits: canaries.hits.splice(0) }
}

async function rebind(
  egress: Egress,
  canaries: Canaries,
  flips: () => number,
  flip_count: number,
): Promise<SsrfReport['rebinding']> {
  const by_kind: Record<string, number> = {}
  let requests = 0
  const attack = async (i: number): Promise<void> => {
    for (let round = 0; flips() < flip_count; round++) {
      const path = round % 2 === 0 ? '' : 'again'
      const result = await egress.request({
        url: `http://n${i}.flip.test/${path}`,
        timeout_ms: 10_000,
        follow_redirects: 5,
      })
      const kind = result.ok ? 'ok' : result.kind
      by_kind[kind] = (by_kind[kind] ?? 0) + 1
      requests++
    }
  }
  await Promise.all(Array.from({ length: flip_names }, (_, i) => attack(i)))
  return { requests, by_kind, canary_hits: canaries.hits.splice(0), flips: flips() }
}

/** Resolves, checks, and lets the HTTP client resolve again: the mistake that the flips detect. */
async function attackNaively(server: string, canaries: Canaries): Promise<number> {
  const resolver = new Resolver()
  resolver.setServers([server])
  const lookup: LookupFunction = (host, _, done) => {
    resolver.resolve4(host, (error, found) => {
      if (error) return done(error, '')
      done(
        null,
        found.map((address) => ({ address, family: 4 })),
      )
    })
  }
  for (let i = 0; i < 10; i++) {
    const name = `naive${i}.flip.test`
    const [vetted] = await promisify(resolver.resolve4.bind(resolver))(name)
    if (vetted !== public_ipv4) continue
    await new Promise((resolve) => get({ host: name, lookup, agent: false }, resolve).on('error', resolve))
  }
  return canaries.hits.splice(0).length
}

async function main(): Promise<void> {
  const input = (await json(process.stdin)) as SsrfInput
  const zone = createZone()
  const server = await startDnsServer(zone.reply)
  const canaries = await startCanaries((_, socket) => site.emit('connection', socket))
  const egress = createEgress({
    allowPrivate: [],
    own: NO_INTERFACES,
    resolver: { servers: [server.address], hosts_path: '/dev/null' },
  })
  const send = (url: string) => () => egress.request({ url, timeout_ms: 10_000, follow_redirects: 5 })

  const reachable = await findReachable(forbiddenAddresses)
  // oxlint-disable-next-line no-restricted-globals -- Nothing signals that no packet is under way.
  await new Promise((resolve) => setTimeout(resolve, 200))
  canaries.hits.splice(0)
  const naive_hits = await attackNaively(server.address, canaries)
  const spellings = await tally(canaries, forbiddenUrls.map(send))
  const names = await tally(
    canaries,
    forbiddenAddresses.map((_, i) => send(`http://${i}.forbidden.test/`)),
  )
  const redirects: Record<number, Outcomes> = {}
  for (const hops of [1, 2, 3, 4, 5])
    redirects[hops] = await tally(
      canaries,
      locationsBehind(hops).map((i) => send(`http://a.public.test/r/${hops}/${i}`)),
    )
  const already = zone.flips()
  const rebinding = await rebind(egress, canaries, () => zone.flips() - already, input.flips)

  const report: SsrfReport = { reachable, naive_hits, spellings, names, redirects, rebinding }
  process.stdout.write(JSON.stringify(report), () => process.exit(0))
}

await main()
