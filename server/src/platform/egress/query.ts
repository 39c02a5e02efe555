import { Resolver } from 'node:dns/promises'
import { Deadline } from './deadline.ts'
import { describeDnsError, fail, notAllowed, type Failure } from './failure.ts'
import { formatHostPort, type HostPort } from './host-port.ts'
import { revealsInternal, type AnswerRoute } from './internal-answer.ts'
import { startTimings, type Locator, type Timings } from './reach.ts'

export type RecordType = 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'NS' | 'CAA'

export interface QueryRequest {
  readonly name: string
  readonly type: RecordType
  /** Null: the DNS servers of this machine. */
  readonly resolver: HostPort | null
  readonly timeout_ms: number
}

/** No records: the name exists, but has none of this type. */
interface Found {
  readonly ok: true
  readonly records: readonly string[]
}

export type QueryResult = (Found | Failure) & { readonly timings: Timings; readonly private_target: boolean }

export interface QueryRoute extends Locator, Omit<AnswerRoute, 'findAddresses'> {
  /** DNS servers to use instead of those of this machine. */
  readonly servers: readonly string[] | undefined
}

const LOOKUPS: Record<RecordType, (resolver: Resolver, name: string) => Promise<string[]>> = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
  CNAME: (resolver, name) => resolver.resolveCname(name),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((chunks) => chunks.join('')),
  NS: (resolver, name) => resolver.resolveNs(name),
  CAA: async (resolver, name) =>
    (await resolver.resolveCaa(name)).flatMap(({ critical, ...tags }) =>
      Object.entries(tags)
        .filter(([tag]) => tag !== 'type')
        .map(([tag, value]) => `${critical} ${tag} ${value}`),
    ),
}

/** Sends one DNS query over UDP, or over TCP if the answer is too long, to servers whose every address was vetted. */
export async function runQuery(route: QueryRoute, request: QueryRequest): Promise<QueryResult> {
  const timings = startTimings()
  const started_at_ms = performance.now()
  const deadline = new Deadline(request.timeout_ms)
  const run = { private_target: false }
  const answer = await query(route, request, { deadline, run })
  timings.total_ms = performance.now() - started_at_ms
  timings.dns_ms = timings.total_ms
  // A named server that the operator allowed may say what it knows.
  const outcome = request.resolver === null ? await hideInternal(route, request, { deadline, answer }) : answer
  deadline.close()
  return { ...outcome, timings, private_target: run.private_target }
}

async function query(
  route: QueryRoute,
  request: QueryRequest,
  { deadline, run }: { deadline: Deadline; run: { private_target: boolean } },
): Promise<Found | Failure> {
  const { name, type, resolver: named, timeout_ms } = request
  let servers = route.servers
  if (named) {
    const target = await deadline.wait('resolving the host name', Promise.resolve(route.locate(named.host)))
    if (!target.ok) return target
    run.private_target = target.isPrivateAllowed
    servers = target.addresses.map(({ text }) => formatHostPort({ host: text, port: named.port }))
  }
  const resolver = findResolver(servers, timeout_ms)
  const lookup = LOOKUPS[type](resolver, name).then(
    (records): Found => ({ ok: true, records }),
    (error: NodeJS.ErrnoException) => describeError(error, named !== null),
  )
  return deadline.wait('waiting for the response', lookup)
}

async function hideInternal(
  route: QueryRoute,
  { name, type, timeout_ms }: QueryRequest,
  { deadline, answer }: { deadline: Deadline; answer: Found | Failure },
): Promise<Found | Failure> {
  if (!answer.ok) return answer
  const resolver = findResolver(route.servers, timeout_ms)
  const findAddresses = async (host: string): Promise<string[]> => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  }
  const reveals = revealsInternal({ name, type, records: answer.records }, { ...route, findAddresses })
  const found = await deadline.wait('resolving the host name', reveals)
  if (found === false) return answer
  return found === true ? notAllowed : found
}

const MAX_RESOLVERS = 200
const resolvers = new Map<string, Resolver>()

/**
 * One resolver for each set of vetted servers, because creating one costs twice as much as a query. It caches no answers. An abandoned
 * query ends by the timeout of c-ares: two tries take three times that timeout.
 */
function findResolver(servers: readonly string[] | undefined, timeout_ms: number): Resolver {
  const key = `${timeout_ms} ${servers?.join(' ') ?? ''}`
  const known = resolvers.get(key)
  if (known) return known
  const resolver = new Resolver({ timeout: Math.max(50, Math.ceil(timeout_ms / 3)), tries: 2 })
  if (servers) resolver.setServers(servers)
  if (resolvers.size >= MAX_RESOLVERS) resolvers.clear()
  resolvers.set(key, resolver)
  return resolver
}

function describeError(error: NodeJS.ErrnoException, isNamed: boolean): Found | Failure {
  if (error.code === 'ENODATA') return { ok: true, records: [] }
  if (error.code === 'ETIMEOUT') return fail('timeout', 'The DNS servers did not respond in time.')
  if (isNamed && error.code === 'ECONNREFUSED') return fail('connect', 'The DNS server refused the connection.')
  if (error.code === 'EBADRESP' || error.code === 'EFORMERR')
    return fail('dns', 'The DNS servers sent a malformed response.')
  return describeDnsError(error)
}
