import type { ClaimRequest } from './claim.ts'
import { SkipPause } from './skip-pause.ts'
import type { ClaimAnswer, HeldCheck } from './source.ts'

/** These claims may take a twentieth of the time. */
const PAUSE = { min_ms: 1000, max_ms: 5000, factor: 19 }

/** Only a few can hide the others. If more of them used their room, the claim was mixed, and skipping them all would cost more than it helps. */
const MAX_SKIPPED = 20

type Rooms = Readonly<Record<string, number>>

/** Teams and hosts, each with no room. */
interface SkippedOwners {
  readonly users: Rooms
  readonly hosts: Rooms
}

interface Turn {
  /** Used all their room in a claim while more checks were due. */
  readonly skipped: SkippedOwners
  readonly wasOthersTurn: boolean
  readonly earliest_ms: number
}

const NO_OWNERS: SkippedOwners = { users: {}, hosts: {} }
const NO_TURN: Turn = { skipped: NO_OWNERS, wasOthersTurn: false, earliest_ms: Number.NEGATIVE_INFINITY }

const hasNoOwners = ({ users, hosts }: SkippedOwners): boolean =>
  Object.keys(users).length + Object.keys(hosts).length === 0

const combine = (some: SkippedOwners, more: SkippedOwners): SkippedOwners => ({
  users: { ...some.users, ...more.users },
  hosts: { ...some.hosts, ...more.hosts },
})

/** The keys that occur as often as they have room, if they are few. */
function findFilled(keys: readonly number[], rooms: Rooms, usual: number): Rooms {
  const counted = [...Map.groupBy(keys, (key) => key)]
  const filled = counted.filter(([key, same]) => same.length >= (rooms[key] ?? usual))
  return filled.length > MAX_SKIPPED ? {} : Object.fromEntries(filled.map(([key]) => [key, 0]))
}

function findFilledOwners({ busy }: ClaimRequest, held: readonly HeldCheck[]): SkippedOwners {
  if (!busy || busy.user_room === 0) return NO_OWNERS
  const team_ids = held.map(({ check }) => check.team_id)
  const host_keys = held.map(({ check }) => check.host_key)
  return {
    users: findFilled(team_ids, busy.users, busy.user_room),
    hosts: findFilled(host_keys, busy.hosts, busy.host_room),
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
    if (!busy || busy.user_room === 0 || hasNoOwners(skipped) || wasOthersTurn || now_ms < earliest_ms) return request
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
      const filled = findFilledOwners(request, claimed.get(keyOf(request)) ?? [])
      const isDone = isOthersTurn ? hasNoOwners(filled) : !is_more
      this.#turns.set(keyOf(request), {
        skipped: isDone ? NO_OWNERS : combine(skipped, filled),
        wasOthersTurn: isOthersTurn,
        earliest_ms: isOthersTurn ? next_ms : earliest_ms,
      })
    }
  }

  #find(request: ClaimRequest): Turn {
    return this.#turns.get(keyOf(request)) ?? NO_TURN
  }
}
