import { MINUTE_MS, SECOND_MS } from '@sitewatch/contract/durations'
import type { Story, StoryMonitor } from './story.ts'
import type { Outcome } from './simulate.ts'
import type { Received } from './network.ts'

/** A message in flight, with the statements around it, takes less than this. */
const ATTEMPT_MS = 20 * SECOND_MS
/** Less than the minute that an uncertain message waits: it counts from the answer, which nobody here sees. */
const REPEAT_AFTER_MS = 59 * SECOND_MS
/** The longest wait after a parent has recovered, and some time for workers that were stopped. */
const RELEASED_WITHIN_MS = 20 * MINUTE_MS
/** Longer than a child waits for the result of its parent. */
const VERDICT_WITHIN_MS = 5 * MINUTE_MS

export interface Violation {
  promise: string
  /** What is wrong, and the words of the log that belong to it. */
  detail: string
  about: string[]
}

interface Delivery {
  id: number
  incident_id: number
  monitor_id: number
  provider_id: number
  kind: string
  sequence: number
  status: string
  last_error: string | null
  possible_repeat: boolean
  attempts: number
  sent_at: string | null
}

interface Incident {
  id: number
  monitor_id: number
  resolved_at: string | null
  acknowledged_at: string | null
  suppressed_by_id: number | null
}

interface IncidentTimes {
  incident: Incident
  opened: number
  acknowledged: number
  resolved: number
}

const TYPES: Record<string, string> = {
  'incident.opened': 'opened',
  'incident.resolved': 'resolved',
  'incident.reminder': 'reminder',
  'incident.acknowledged': 'acknowledged',
  'incident.escalated': 'escalation',
  'monitor.flapping_started': 'flapping_started',
  'monitor.flapping_ended': 'flapping_ended',
}

const describe = ({ id, kind, incident_id, provider_id }: Delivery): string =>
  `delivery ${id} (${kind} of incident ${incident_id} to provider ${provider_id})`

/** What happened, by delivery and by incident. */
class Facts {
  readonly outcome: Outcome
  readonly deliveries = new Map<number, Delivery>()
  readonly inserted = new Map<number, number>()
  readonly incidents = new Map<number, IncidentTimes>()
  readonly messages: { at: number; incident_id: number; position: number }[] = []
  readonly copies = new Map<number, Received[]>()
  readonly unknown: Received[] = []

  constructor(outcome: Outcome) {
    this.outcome = outcome
    for (const { at, source, row, old } of outcome.journal) {
      if (source === 'deliveries') {
        const delivery = row as unknown as Delivery
        if (old === null) this.inserted.set(delivery.id, at)
        this.deliveries.set(delivery.id, delivery)
      } else if (source === 'incidents') this.#noteIncident(row as unknown as Incident, at)
      else this.messages.push({ ...(row as { incident_id: number; position: number }), at })
    }
    for (const received of outcome.received) this.#match(received)
  }

  #noteIncident(incident: Incident, at: number): void {
    const known = this.incidents.get(incident.id) ?? { opened: at, acknowledged: Infinity, resolved: Infinity }
    this.incidents.set(incident.id, {
      incident,
      opened: known.opened,
      acknowledged: incident.acknowledged_at === null ? Infinity : Math.min(known.acknowledged, at),
      resolved: incident.resolved_at === null ? Infinity : Math.min(known.resolved, at),
    })
  }

  /** The deliveries that a request carries: the message names the first and the last. */
  #match(received: Received): void {
    const candidates = [...this.deliveries.values()].filter(
      ({ id, provider_id }) =>
        provider_id === received.provider_id && id >= received.first_id && id <= received.last_id,
    )
    for (const { type, incident_id } of received.events) {
      const place = candidates.findIndex((each) => each.kind === TYPES[type] && each.incident_id === incident_id)
      const [delivery] = place < 0 ? [] : candidates.splice(place, 1)
      if (delivery) this.copies.set(delivery.id, [...(this.copies.get(delivery.id) ?? []), received])
      else this.unknown.push(received)
    }
  }

  copiesOf = (id: number): Received[] => this.copies.get(id) ?? []

  /** The worker was stopped or killed around a request, so that its end may not have been recorded. */
  isDisturbed = ({ machine, at }: Received): boolean =>
    this.outcome.disturbances.some(
      (each) => each.machine === machine && each.from < at + ATTEMPT_MS && each.to > at - ATTEMPT_MS,
    )

  ofIncident = (incident_id: number): Delivery[] =>
    [...this.deliveries.values()].filter((each) => each.incident_id === incident_id)
}

type Promised = (facts: Facts) => Violation[]

const aboutDelivery = ({ incident_id, provider_id }: Delivery): string[] => [
  `incident ${incident_id}`,
  `provider ${provider_id}`,
]

const settles: Promised = ({ outcome: { unsettled, leftovers } }) =>
  [...(unsettled === null ? [] : [unsettled]), ...leftovers].map((detail) => ({
    promise: 'everything is delivered or given up, and nothing stays claimed',
    detail,
    about: [],
  }))

const endsWithReason: Promised = ({ deliveries, copiesOf }) =>
  [...deliveries.values()].flatMap((delivery) => {
    const { status, last_error, id } = delivery
    const isConfirmed = copiesOf(id).some(({ answer }) => answer === 'confirmed')
    const isFine =
      status === 'sent'
        ? isConfirmed
        : status === 'failed'
          ? last_error !== null && last_error !== ''
          : status === 'pending'
    const promise = 'a delivery is sent when its service confirmed it, and otherwise failed with a reason'
    return isFine ? [] : [{ promise, detail: `${describe(delivery)} is ${status}`, about: aboutDelivery(delivery) }]
  })

const isRecorded: Promised = ({ deliveries, copiesOf, isDisturbed }) =>
  [...deliveries.values()].flatMap((delivery) => {
    const confirmed = copiesOf(delivery.id).find((copy) => copy.answer === 'confirmed' && !isDisturbed(copy))
    if (!confirmed || delivery.status === 'sent') return []
    const detail = `${describe(delivery)} was confirmed at ${confirmed.at} and is ${delivery.status}`
    return [{ promise: 'what a service confirmed is recorded as sent', detail, about: aboutDelivery(delivery) }]
  })

const marksRepeats: Promised = ({ deliveries, copiesOf }) =>
  [...deliveries.values()].flatMap((delivery) => {
    const copies = copiesOf(delivery.id)
    const promise = 'a message that may have arrived before is marked'
    return copies.flatMap((copy, n) => {
      const mayHaveArrived = copies.slice(0, n).some(({ answer }) => answer !== 'refused')
      if (!mayHaveArrived || copy.isMarked) return []
      return [{ promise, detail: `${describe(delivery)} at ${copy.at}`, about: aboutDelivery(delivery) }]
    })
  })

/** A message with several deliveries is marked for all of them when one of them may have arrived. */
const marksOnlyRepeats: Promised = ({ copies, outcome: { disturbances, received } }) =>
  received.flatMap((message) => {
    if (!message.isMarked || disturbances.length > 0) return []
    const before = [...copies.values()].filter((each) => each.includes(message)).flat()
    if (before.some(({ at, answer }) => at < message.at && answer !== 'refused')) return []
    const promise = 'without kills and stops, only a repeat is marked'
    const detail = `the message to provider ${message.provider_id} at ${message.at}`
    return [{ promise, detail, about: [`provider ${message.provider_id}`] }]
  })

const boundsCopies: Promised = ({ deliveries, copiesOf, isDisturbed }) =>
  [...deliveries.values()].flatMap((delivery) => {
    const taken = copiesOf(delivery.id).filter(({ answer }) => answer !== 'refused')
    const most = 2 + taken.filter(isDisturbed).length
    if (taken.length <= most) return []
    const promise = 'a message that may have arrived is sent at most once more'
    return [{ promise, detail: `${describe(delivery)}: ${taken.length} copies`, about: aboutDelivery(delivery) }]
  })

const repeatsLater: Promised = ({ deliveries, copiesOf, isDisturbed, outcome }) =>
  [...deliveries.values()].flatMap((delivery) => {
    const copies = copiesOf(delivery.id)
    return copies.flatMap((copy, n) => {
      const before = copies[n - 1]
      if (outcome.jumps.length > 0 || !before || before.answer !== 'uncertain' || isDisturbed(before)) return []
      if (copy.at - before.at >= REPEAT_AFTER_MS) return []
      const promise = 'an uncertain message is repeated a minute later'
      const detail = `${describe(delivery)} ${((copy.at - before.at) / SECOND_MS).toFixed(1)} s later`
      return [{ promise, detail, about: aboutDelivery(delivery) }]
    })
  })

const keepsEnds: Promised = ({ outcome: { journal } }) =>
  journal.flatMap(({ at, source, row, old }) => {
    if (source !== 'deliveries' || old === null || old['status'] === 'pending') return []
    const changed = ['status', 'attempts', 'last_error', 'sent_at'].filter((name) => row[name] !== old[name])
    if (changed.length === 0) return []
    const delivery = row as unknown as Delivery
    const promise = 'no worker overwrites what another one recorded'
    return [
      { promise, detail: `${describe(delivery)} at ${at}: ${changed.join(', ')}`, about: aboutDelivery(delivery) },
    ]
  })

const keepsOrder: Promised = ({ outcome: { story }, copies }) =>
  story.providers.flatMap(({ id: provider_id }) => {
    const first = [...copies]
      .flatMap(([id, [copy]]) => (copy?.provider_id === provider_id ? [{ id, at: copy.at }] : []))
      .sort((one, other) => one.at - other.at || one.id - other.id)
    return first.flatMap(({ id, at }, n) => {
      const before = first[n - 1]
      if (!before || before.id < id) return []
      const detail = `delivery ${id} to provider ${provider_id} at ${at}, after delivery ${before.id}`
      return [{ promise: 'the order of the messages is kept', detail, about: [`provider ${provider_id}`] }]
    })
  })

const inventsNothing: Promised = ({ outcome: { story }, incidents, unknown }) => [
  ...unknown.map(({ at, provider_id, events }) => ({
    promise: 'no alert is invented',
    detail: `a message to provider ${provider_id} at ${at} about ${JSON.stringify(events)} belongs to no delivery`,
    about: [`provider ${provider_id}`],
  })),
  ...[...incidents.values()].flatMap(({ incident, opened }) => {
    const outages = monitorOf(story, incident.monitor_id).outages
    if (outages.some(({ from, to }) => from <= opened && opened < to + MINUTE_MS)) return []
    const detail = `incident ${incident.id} of monitor ${incident.monitor_id} at ${opened}`
    return [{ promise: 'no outage is invented', detail, about: [`incident ${incident.id}`] }]
  }),
]

function monitorOf({ monitors }: Story, id: number): StoryMonitor {
  const found = monitors.find((each) => each.id === id)
  if (!found) throw new Error(`no monitor ${id}`)
  return found
}

function ancestorsOf(story: Story, id: number): number[] {
  const above = new Set<number>()
  const visit = (each: number): void => {
    for (const parent of monitorOf(story, each).parent_ids) {
      above.add(parent)
      visit(parent)
    }
  }
  visit(id)
  return [...above]
}

/** Times at which a parent was down, or may have been seen as failing. */
const listBlackouts = ({ outcome: { story }, incidents }: Facts, monitor_id: number) =>
  ancestorsOf(story, monitor_id).flatMap((id) => [
    ...monitorOf(story, id).outages.map(({ from, to }) => ({ from, to: to + MINUTE_MS })),
    ...[...incidents.values()]
      .filter(({ incident }) => incident.monitor_id === id)
      .map(({ opened, resolved }) => ({ from: opened, to: resolved })),
  ])

/** Until when nobody need be alerted, because a parent explains the outage. */
function explainedUntil(facts: Facts, { incident, opened, resolved }: IncidentTimes): number {
  const spans = listBlackouts(facts, incident.monitor_id).filter(
    ({ from, to }) => from < resolved && to > opened - 2 * MINUTE_MS,
  )
  if (ancestorsOf(facts.outcome.story, incident.monitor_id).length === 0) return -Infinity
  return Math.max(opened + VERDICT_WITHIN_MS, ...spans.map(({ to }) => to + RELEASED_WITHIN_MS))
}

const alertsAll: Promised = (facts) => {
  const { outcome, incidents, ofIncident } = facts
  const jumped_ms = outcome.jumps.reduce((sum, { by_ms }) => sum + Math.abs(by_ms), 0)
  return outcome.changes.flatMap(({ change }) => {
    if (change.kind !== 'opened' || change.alert !== 'send') return []
    const times = incidents.get(change.incident_id)
    if (!times || times.resolved < explainedUntil(facts, times) + jumped_ms) return []
    const told = new Set(
      ofIncident(change.incident_id).flatMap((each) => (each.kind === 'opened' ? [each.provider_id] : [])),
    )
    return monitorOf(outcome.story, change.monitor_id)
      .provider_ids.filter((id) => !told.has(id))
      .map((id) => ({
        promise: 'every outage is alerted to every provider of its monitor',
        detail: `incident ${change.incident_id} has no alert to provider ${id}`,
        about: [`incident ${change.incident_id}`, `provider ${id}`],
      }))
  })
}

const resolvesAll: Promised = ({ outcome: { changes }, ofIncident }) =>
  changes.flatMap(({ change }) => {
    if (change.kind !== 'recovered' || change.alert !== 'send') return []
    const deliveries = ofIncident(change.incident_id)
    const resolved = new Set(deliveries.flatMap((each) => (each.kind === 'resolved' ? [each.provider_id] : [])))
    const told = new Set(deliveries.map(({ provider_id }) => provider_id))
    return [...told]
      .filter((id) => !resolved.has(id))
      .map((id) => ({
        promise: 'whoever was alerted is told of the end',
        detail: `incident ${change.incident_id} has no "resolved" to provider ${id}`,
        about: [`incident ${change.incident_id}`, `provider ${id}`],
      }))
  })

const suppressesOnlyBehindParents: Promised = (facts) =>
  [...facts.incidents.values()].flatMap(({ incident }) => {
    const by = incident.suppressed_by_id
    if (by === null) return []
    const isExplained = ancestorsOf(facts.outcome.story, incident.monitor_id).includes(by)
    const wasDown = [...facts.incidents.values()].some((each) => each.incident.monitor_id === by)
    if (isExplained && wasDown) return []
    const detail = `incident ${incident.id} is suppressed by monitor ${by}`
    return [{ promise: 'only a parent that is down suppresses an alert', detail, about: [`incident ${incident.id}`] }]
  })

/** The waits of a policy in minutes, written down one by one. */
function listWaits({ escalation }: Story): number[] {
  const waits: number[] = []
  for (let round = 0; escalation && round <= escalation.repeats; round++) {
    for (const [index, step] of escalation.steps.entries()) {
      waits.push(round > 0 && index === 0 ? escalation.repeat_minutes : step.after_minutes)
      for (let n = 0; n < step.repeats; n++) waits.push(step.repeat_minutes)
    }
  }
  return waits
}

const escalatesInOrder: Promised = ({ outcome: { story, jumps }, incidents, messages, ofIncident, inserted }) => {
  const waits = listWaits(story)
  return [...incidents.values()].flatMap(({ incident, acknowledged, resolved }) => {
    const about = [`incident ${incident.id}`]
    const sent = messages.filter((each) => each.incident_id === incident.id)
    const alerted_at = Math.min(...ofIncident(incident.id).map(({ id }) => inserted.get(id) ?? Infinity))
    const found: string[] = []
    for (const [n, { position, at }] of sent.entries()) {
      if (position !== n) found.push(`message ${position} is the ${n + 1}. one`)
      if (at > Math.min(acknowledged, resolved)) found.push(`message ${position} at ${at}, after its end`)
      const since = n === 0 ? alerted_at : (sent[n - 1]?.at ?? 0)
      const waited = at - since
      // A clock that is set forward ends a wait early.
      if (jumps.length === 0 && waited < (waits[n] ?? Infinity) * MINUTE_MS - SECOND_MS)
        found.push(`message ${position} ${(waited / SECOND_MS).toFixed(1)} s after the one before`)
    }
    return found.map((detail) => ({
      promise: 'an escalation sends its steps in order and in time, and none after its end',
      detail: `incident ${incident.id}: ${detail}`,
      about,
    }))
  })
}

const escalatesAll: Promised = ({ outcome: { story, jumps }, incidents, messages, ofIncident, inserted }) => {
  const waits = listWaits(story)
  return [...incidents.values()].flatMap(({ incident, acknowledged, resolved }) => {
    const opened = ofIncident(incident.id).filter(({ kind }) => kind === 'opened')
    if (opened.length === 0 || jumps.length > 0 || waits.length === 0) return []
    const sent = messages.filter((each) => each.incident_id === incident.id)
    const last = sent.at(-1)?.at ?? Math.min(...opened.map(({ id }) => inserted.get(id) ?? Infinity))
    const wait = waits[sent.length]
    if (wait === undefined) return []
    const due = last + wait * MINUTE_MS
    if (Math.min(acknowledged, resolved) < due + VERDICT_WITHIN_MS) return []
    const detail = `incident ${incident.id}: message ${sent.length} was due at ${due}`
    return [
      { promise: 'an escalation goes on until somebody acknowledges', detail, about: [`incident ${incident.id}`] },
    ]
  })
}

/** A message that asks people to act is not made for an incident that is over or acknowledged. */
const remindsOnlyOpen: Promised = ({ deliveries, incidents, inserted }) =>
  [...deliveries.values()].flatMap((delivery) => {
    if (delivery.kind !== 'reminder' && delivery.kind !== 'escalation') return []
    const times = incidents.get(delivery.incident_id)
    const at = inserted.get(delivery.id) ?? 0
    if (times && at <= Math.min(times.acknowledged, times.resolved)) return []
    const promise = 'nobody is reminded of an incident that is acknowledged or over'
    return [{ promise, detail: `${describe(delivery)} at ${at}`, about: aboutDelivery(delivery) }]
  })

const PROMISES: readonly Promised[] = [
  settles,
  endsWithReason,
  isRecorded,
  marksRepeats,
  marksOnlyRepeats,
  boundsCopies,
  repeatsLater,
  keepsEnds,
  keepsOrder,
  inventsNothing,
  alertsAll,
  resolvesAll,
  suppressesOnlyBehindParents,
  escalatesInOrder,
  escalatesAll,
  remindsOnlyOpen,
]

/** Compares what happened with what is promised. Written without the code under test. */
export function findViolations(outcome: Outcome): Violation[] {
  const facts = new Facts(outcome)
  return PROMISES.flatMap((promise) => promise(facts))
}

/** The lines that belong to a violation, with the faults of the world around it. */
export function tellStory({ log, story }: Outcome, { about }: Violation): string[] {
  const monitors = story.monitors.filter(({ outages }) => outages.length > 0)
  const isAbout = (text: string): boolean =>
    about.length === 0 || !/incident|provider/.test(text) || about.some((words) => new RegExp(`${words}\\b`).test(text))
  return [
    ...monitors.map(({ id, parent_ids, provider_ids, outages }) => {
      const spans = outages.map(
        ({ from, to }) => `${(from / SECOND_MS).toFixed(0)} to ${(to / SECOND_MS).toFixed(0)} s`,
      )
      const parents = parent_ids.length > 0 ? `, behind ${parent_ids.join(', ')}` : ''
      return `monitor ${id} (providers ${provider_ids.join(', ')}${parents}) is broken from ${spans.join(', ')}`
    }),
    ...log
      .filter(({ text }) => isAbout(text))
      .map(({ at, text }) => `${(at / SECOND_MS).toFixed(3).padStart(10)}  ${text}`),
  ]
}
