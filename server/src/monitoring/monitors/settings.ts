import {
  type CommonSettings,
  defaultQuorum,
  type DestinationChange,
  findDestinationChange,
  findSettingFacts,
  isMonitorType,
  isPassive,
  MONITOR_DEFAULTS,
  MONITOR_TYPE_NAMES,
  type MonitorChanges,
  type MonitorType,
  TYPE_FIELDS,
} from '@sitewatch/contract'
import { invalid, problem } from '../../http/problem.ts'
import { requireSecretsAgain } from '../../http/secrets-again.ts'
import { findCheckType, type Vetter } from '../checks/index.ts'
import { keepMasked } from './secret-settings.ts'

/** A monitor's settings as they are stored. */
export interface MonitorSettings extends CommonSettings {
  /** The settings of its type. Secrets are in plain text here; they are masked and encrypted when they are stored. */
  of_type: Readonly<Record<string, unknown>>
}

const defaultsFor = ({ min_interval_seconds }: Rules) => ({
  ...MONITOR_DEFAULTS,
  interval: Math.max(MONITOR_DEFAULTS.interval, min_interval_seconds),
})

export interface Rules {
  min_interval_seconds: number
  /** The valid names in `locations`; needed only if it has some. */
  locations?: readonly string[]
  /** The URL of a heartbeat that is changed: it may be sent back as `url`. */
  ping_url?: string | null
  egress: Vetter
}

const targetNotAllowed = (): Error =>
  problem('target_not_allowed', { detail: 'Sitewatch does not connect to this address.' })

function vetTarget({ egress }: Rules, type: MonitorType, url: string): string {
  const { vet, wanted } = findCheckType(type)
  const vetted = vet(egress, url)
  if (vetted.ok) return vetted.url
  if (vetted.reason === 'target_not_allowed') throw targetNotAllowed()
  throw invalid('url', 'invalid_format', `url must be ${wanted}.`)
}

function settleLocations(changes: MonitorChanges, stored: MonitorSettings | null, next: MonitorSettings): void {
  const isDefault = stored === null || stored.quorum === defaultQuorum(stored.locations)
  if (changes.quorum === undefined && isDefault) next.quorum = defaultQuorum(next.locations)
}

function checkLocations(settings: MonitorSettings, changes: MonitorChanges, { locations = [] }: Rules): void {
  const unknown = changes.locations?.find((location) => !locations.includes(location))
  if (unknown !== undefined) {
    throw invalid(
      'locations',
      'invalid_value',
      `locations must be any of ${locations.join(', ')}, or empty for any location.`,
    )
  }
  if (settings.quorum > Math.max(1, settings.locations.length)) {
    throw invalid('quorum', 'too_big', 'quorum must not be greater than the number of locations.')
  }
}

type Sent = Readonly<Record<string, unknown>>

/** The fields in the request that only some types have. */
const pickTypeFields = (changes: MonitorChanges): Sent =>
  Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => TYPE_FIELDS.includes(name) && value !== undefined),
  )

/** A passive type accepts `interval` as another name of its period, and has neither a target nor locations to choose. */
function readPassive(
  { url, interval, ...changes }: MonitorChanges,
  stored: MonitorSettings | null,
  ping_url: string | null,
): MonitorChanges {
  if (url !== undefined && url !== ping_url)
    throw invalid('url', 'not_applicable', 'url of a heartbeat is assigned. Omit it.')
  if ((changes.locations?.length ?? 0) > 0)
    throw invalid('locations', 'not_applicable', 'locations is not allowed for type heartbeat.')
  const rest = { ...changes, locations: [], quorum: 1 }
  const isNew = interval !== undefined && (stored?.type !== changes.type || interval !== stored?.interval)
  if (!isNew || changes.period_seconds !== undefined || changes.cron !== undefined) return rest
  return { ...rest, period_seconds: interval }
}

/** The interval of a passive type follows from its settings. */
function findInterval(type: MonitorType, of_type: MonitorSettings['of_type'], { min_interval_seconds }: Rules): number {
  const interval = findCheckType(type).findInterval?.(of_type as never) ?? 0
  if (interval >= min_interval_seconds) return interval
  const field = of_type['cron'] === null ? 'period_seconds' : 'cron'
  const subject = field === 'cron' ? 'The shortest gap of cron' : field
  throw invalid(field, 'too_small', `${subject} must be at least ${min_interval_seconds} seconds.`)
}

function refuseMisplaced(type: MonitorType, sent: Sent): void {
  const misplaced = Object.keys(sent).filter((name) => !findSettingFacts(type).names.includes(name))
  if (misplaced.length === 0) return
  const nameTypes = (field: string): string =>
    MONITOR_TYPE_NAMES.filter((other) => findSettingFacts(other).names.includes(field)).join(' or ')
  throw problem('validation_failed', {
    detail: `${misplaced.join(', ')}: only allowed for type ${[...new Set(misplaced.map(nameTypes))].join(' or ')}.`,
    errors: misplaced.map((field) => ({
      field,
      code: 'not_applicable',
      message: `${field} is only allowed for type ${nameTypes(field)}.`,
    })),
  })
}

/** The settings of the type after a change: what was sent, else what was stored under this type, else the defaults. */
function settleType(
  type: MonitorType,
  { sent, stored, egress }: { sent: Sent; stored: MonitorSettings | null; egress: Vetter },
): MonitorSettings['of_type'] {
  const { names, secrets, defaults } = findSettingFacts(type)
  const next: Record<string, unknown> = { ...(stored?.type === type ? stored.of_type : defaults), ...sent }
  for (const name of secrets) {
    if (name in sent) next[name] = keepMasked(name, sent[name], stored?.of_type[name])
  }
  const missing = names.find((name) => next[name] === undefined)
  if (missing !== undefined) throw invalid(missing, 'required', `${missing} is required for type ${type}.`)
  // Cast, because each type takes its own settings.
  const [settings, changes] = [next, sent] as [never, never]
  const settled = findCheckType(type).settle?.(settings, changes, egress)
  if (!settled) return next
  if (settled.ok) return settled.settings
  if ('reason' in settled) throw targetNotAllowed()
  throw invalid(settled.field, settled.code ?? 'not_applicable', settled.message)
}

/** Another type counts as another origin: it may use a secret of the same name in another way. */
function findChange(before: MonitorSettings, next: MonitorSettings): DestinationChange | null {
  if (before.type !== next.type) return 'origin'
  return findDestinationChange({ ...before.of_type, urls: [before.url] }, { ...next.of_type, urls: [next.url] })
}

/** If the operator raises the minimum later, a stored interval stays until somebody changes it. */
function checkInterval({ interval }: MonitorChanges, { min_interval_seconds }: Rules): void {
  if (interval === undefined || interval >= min_interval_seconds) return
  throw invalid('interval', 'too_small', `interval must be at least ${min_interval_seconds} seconds.`)
}

/** Validating, masking and encrypting its settings needs the type: a change would lose some of them. */
function requireKnownType(type: string): void {
  if (isMonitorType(type)) return
  const detail = `This version of Sitewatch does not know the monitor type ${type}. Change it when all processes are upgraded, or delete it.`
  throw invalid('type', 'invalid_value', detail)
}

/** The settings after a create (no `stored`) or an update. Throws a problem for the caller if they are not valid. */
export function applyChanges(input: MonitorChanges, stored: MonitorSettings | null, rules: Rules): MonitorSettings {
  if (stored) requireKnownType(stored.type)
  const type = input.type ?? stored?.type ?? MONITOR_DEFAULTS.type
  const changes = isPassive(type) ? readPassive({ ...input, type }, stored, rules.ping_url ?? null) : input
  const sent = pickTypeFields(changes)
  const common = Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== undefined && !(name in sent)),
  )
  refuseMisplaced(type, sent)
  checkInterval(changes, rules)
  const of_type = settleType(type, { sent, stored, egress: rules.egress })
  const next = { ...defaultsFor(rules), ...stored, ...common, type, of_type } as MonitorSettings
  if (isPassive(type)) next.interval = findInterval(type, of_type, rules)
  if (changes.url !== undefined || type !== stored?.type) next.url = vetTarget(rules, type, next.url)
  if (stored)
    requireSecretsAgain(findChange(stored, next), { names: findSettingFacts(type).secrets, sent, next: of_type })
  settleLocations(changes, stored, next)
  checkLocations(next, changes, rules)
  return next
}
