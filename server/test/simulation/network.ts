import type { EgressFailure, EgressRequest, EgressResult } from '../../src/platform/egress/index.ts'
import { makePicker, type Random } from '../../src/demo/random.ts'
import type { Machine, Scheduler } from './scheduler.ts'

/**
 * | behaviour     | the message arrives | what Sitewatch sees                                |
 * |---------------|---------------------|----------------------------------------------------|
 * | taken, slow   | yes                 | 200 after milliseconds, or after seconds           |
 * | unreadable    | yes                 | 200, and then half of a body                       |
 * | unreachable   | no                  | no connection                                      |
 * | lost          | no                  | a reset after the request was sent                 |
 * | reset         | yes                 | the same                                           |
 * | silent        | every other time    | nothing within 15 s                                |
 * | garbled       | yes                 | an answer that is not HTTP                         |
 * | half          | yes                 | half of the head of an answer                      |
 * | limited       | no                  | 429 with Retry-After                               |
 * | error         | no                  | 5xx                                                |
 * | gone          | no                  | 410                                                |
 */
export type Behaviour =
  | 'taken'
  | 'slow'
  | 'unreadable'
  | 'unreachable'
  | 'lost'
  | 'reset'
  | 'silent'
  | 'garbled'
  | 'half'
  | 'limited'
  | 'error'
  | 'gone'

const UNCERTAIN: readonly Behaviour[] = ['lost', 'reset', 'silent', 'garbled', 'half']
const CONFIRMED: readonly Behaviour[] = ['taken', 'slow', 'unreadable']

const pickSick = makePicker<Behaviour>([
  ['taken', 5],
  ['slow', 3],
  ['unreadable', 1],
  ['unreachable', 3],
  ['lost', 2],
  ['reset', 2],
  ['silent', 2],
  ['garbled', 1],
  ['half', 1],
  ['limited', 2],
  ['error', 4],
  ['gone', 0.1],
])
const pickHealthy = makePicker<Behaviour>([
  ['taken', 12],
  ['slow', 1],
])
const pickDead = makePicker<Behaviour>([
  ['unreachable', 1],
  ['error', 2],
])

export type Weather = 'healthy' | 'sick' | 'dead'

const PICK = { healthy: pickHealthy, sick: pickSick, dead: pickDead }

/** A request as the service that gets it knows it. */
export interface Received {
  at: number
  machine: string
  provider_id: number
  /** The first and the last delivery of the message, from its id. */
  first_id: number
  last_id: number
  events: { type: string; incident_id: number }[]
  isMarked: boolean
  hasArrived: boolean
  /** What the sender may conclude from the answer. */
  answer: 'confirmed' | 'uncertain' | 'refused'
}

const TIMINGS = { dns_ms: 0, connect_ms: 0, tls_ms: 0, first_byte_ms: 0, total_ms: 0 }

const answer = (status: number, headers: Record<string, string> = {}): EgressResult => ({
  ok: true,
  status,
  headers,
  body: Buffer.from(status === 200 ? 'ok' : 'no'),
  truncated: false,
  final_url: 'http://simulation.invalid/',
  hops: 0,
  timings: TIMINGS,
  tls_expires_at: null,
  certificate: null,
  peer_address: '192.0.2.1',
  private_target: false,
})

const failure = (kind: EgressFailure['kind'], was_sent: boolean, head: EgressFailure['head'] = null): EgressResult => ({
  ok: false,
  kind,
  message: kind,
  timings: TIMINGS,
  was_sent,
  head,
  private_target: false,
})

const ANSWERS: Record<Behaviour, (random: Random) => EgressResult> = {
  taken: () => answer(200),
  slow: () => answer(200),
  unreadable: () => failure('protocol', true, { status: 200, headers: {} }),
  unreachable: () => failure('connect', false),
  lost: () => failure('connect', true),
  reset: () => failure('connect', true),
  silent: () => failure('timeout', true),
  garbled: () => failure('protocol', true),
  half: () => failure('connect', true),
  limited: (random) => answer(429, { 'retry-after': String(5 + Math.floor(random() * 300)) }),
  error: (random) => answer(random() < 0.5 ? 500 : 503),
  gone: () => answer(410),
}

function delayOf(behaviour: Behaviour, timeout_ms: number, random: Random): number {
  if (behaviour === 'silent') return timeout_ms
  if (behaviour === 'slow') return 1000 + random() * (timeout_ms - 1500)
  return 5 + random() * 300
}

interface Webhook {
  data: { possible_repeat: boolean; events: { type: string; incident: { incident_id: number } }[] }
}

function readRequest({ url, headers = {}, body }: EgressRequest) {
  const { data } = JSON.parse(String(body)) as Webhook
  const [, first_id = 0, last_id = 0] = String(headers['webhook-id']).split('-').map(Number)
  return {
    provider_id: Number(new URL(url).pathname.slice(1)),
    first_id,
    last_id,
    events: data.events.map(({ type, incident }) => ({ type, incident_id: incident.incident_id })),
    isMarked: data.possible_repeat,
  }
}

export interface NetworkParts {
  scheduler: Scheduler
  random: Random
  weatherOf: (provider_id: number) => Weather
  say: (text: string) => void
}

/** The far side of every webhook. */
export class Network {
  readonly received: Received[] = []
  readonly #parts: NetworkParts

  constructor(parts: NetworkParts) {
    this.#parts = parts
  }

  async request(machine: Machine, request: EgressRequest): Promise<EgressResult> {
    const { scheduler, random, weatherOf, say } = this.#parts
    const read = readRequest(request)
    const behaviour = PICK[weatherOf(read.provider_id)](random)
    const hasArrived =
      behaviour === 'silent'
        ? random() < 0.5
        : CONFIRMED.includes(behaviour) || (UNCERTAIN.includes(behaviour) && behaviour !== 'lost')
    const conclusion = CONFIRMED.includes(behaviour)
      ? 'confirmed'
      : UNCERTAIN.includes(behaviour)
        ? 'uncertain'
        : 'refused'
    this.received.push({ at: scheduler.now, machine: machine.name, ...read, hasArrived, answer: conclusion })
    const what = read.events.map(({ type, incident_id }) => `${type} incident ${incident_id}`).join(', ')
    say(
      `${machine.name} sends to provider ${read.provider_id}: ${what} (deliveries ${read.first_id} to ${read.last_id}${read.isMarked ? ', marked' : ''}): ${behaviour}`,
    )
    const result = ANSWERS[behaviour](random)
    await scheduler.sleep(machine, delayOf(behaviour, request.timeout_ms, random))
    return result
  }
}
