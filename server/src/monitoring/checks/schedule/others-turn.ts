import type { ClaimRequest } from './claim.ts'
import { SkipPause } from './skip-pause.ts'
import type { ClaimAnswer, HeldCheck } from './source.ts'

/** These claims may take a twentieth of the time. */
const PAUSE = { min_ms: 1000, max_ms: 5000, factor: 19 }

/** Only a few can hide the others. If more of them used their room, the claim was mixed, and skipping them all would cost more than it helps. */
const MAX_SKIPPED = 20

type Rooms = Readonly<Record<string, number>>

/** Teams and hosts, each with no room. */
interface SkippedTeamsAndHosts {
  readonly teams: Rooms
  readonly hosts: Rooms
}

interface Turn {
  /** Used all their room in a claim while more checks were due. */
  readonly skipped: SkippedTeamsAndHosts
  readonly wasOthersTurn: boolean
  readonly earliest_ms: number
}

const NOTHING_SKIPPED: SkippedTeamsAndHosts = { teams: {}, hosts: {} }
const NO_TURN: Turn = { skipped: NOTHING_SKIPPED, wasOthersTurn: false, earliest_ms: Number.NEGATIVE_INFINITY }

const hasNothingSkipped = ({ teams, hosts }: SkippedTeamsAndHosts): boolean =>
  Object.keys(teams).length + Object.keys(hosts).length === 0

const combine = (some: SkippedTeamsAndHosts, more: SkippedTeamsAndHosts): SkippedTeamsAndHosts => ({
  teams: { ...some.teams, ...more.teams },
  hosts: { ...some.hosts, ...more.hosts },
})

/** The keys that occur as often as they have room, if they are few. */
function findFilledKeys(keys: readonly number[], rooms: Rooms, usual: number): Rooms {
  const counted = [...Map.groupBy(keys, (key) => key)]
  const filled = counted.filter(([key, same]) => same.length >= (rooms[key] ?? usual))
  return filled.length > MAX_SKIPPED ? {} : Object.fromEntries(filled.map(([key]) => [key, 0]))
}

function findFilled({ busy }: ClaimRequest, held: readonly HeldCheck[]): SkippedTeamsAndHosts {
  if (!busy || busy.team_room === 0) return NOTHING_SKIPPED
  const team_ids = held.map(({ check }) => check.team_id)
  const host_keys = held.map(({ check }) => check.host_key)
  return {
    teams: findFilledKeys(team_ids, busy.teams, busy.team_room),
    hosts: findFilledKeys(host_keys, busy.hosts, busy.host_room),
  }
}

const keyOf = ({ location, type }: Pick<ClaimRequest, 'location' | 'type'>): string => `${type} ${location}`

/**
 * A claim reads the oldest due checks, and takes of each team and host what it has room for. If all it reads are of one team with
 * thousands of overdue checks, it never gets to the others, whose checks are younger. So after a claim in which a team or host used all
 * its room, while more checks were due, one claim leaves it out: the others have a turn. If that claim is used up in the same way,
 * the next turn leaves out those as well; otherwise it starts over.
 */
export class OthersTurn {
  #turns = new Map<string, Turn>()
  #pause = new SkipPause(PAUSE)

  /** Returns the request, or one for the others if there is room for them. The latter never comes twice in a row. */
  plan(request: ClaimRequest, now_ms: number): ClaimRequest {
    const { busy } = request
    const { skipped, wasOthersTurn, earliest_ms } = this.#find(request)
    if (!busy || busy.team_room === 0 || hasNothingSkipped(skipped) || wasOthersTurn || now_ms < earliest_ms)
      return request
    return { ...request, isOthersTurn: true, busy: { ...busy, ...combine(busy, skipped) } }
  }

  recordAnswer(
    requests: readonly ClaimRequest[],
    { held, is_more }: Pick<ClaimAnswer, 'held' | 'is_more'>,
    { took_ms, now_ms }: { took_ms: number; now_ms: number },
  ): void {
    const claimed = Map.groupBy(is_more ? held : [], ({ check }) => keyOf(check))
    const next_ms = requests.some((one) => one.isOthersTurn) ? now_ms + this.#pause.plan_ms(took_ms) : now_ms
    for (const request of requests) {
      const { isOthersTurn = false } = request
      const { skipped, earliest_ms } = this.#find(request)
      const filled = findFilled(request, claimed.get(keyOf(request)) ?? [])
      const isDone = isOthersTurn ? hasNothingSkipped(filled) : !is_more
      this.#turns.set(keyOf(request), {
        skipped: isDone ? NOTHING_SKIPPED : combine(skipped, filled),
        wasOthersTurn: isOthersTurn,
        earliest_ms: isOthersTurn ? next_ms : earliest_ms,
      })
    }
  }

  #find(request: ClaimRequest): Turn {
    return this.#turns.get(keyOf(request)) ?? NO_TURN
  }
}
