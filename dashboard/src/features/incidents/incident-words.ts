import type { Delivery, Incident } from '@sitewatch/sdk'

export const CAUSE_NAMES: Record<Incident['cause']['kind'], string> = {
  dns: 'DNS lookup failed',
  connect: 'Connection failed',
  tls: 'TLS error',
  timeout: 'Timeout',
  http_status: 'Unexpected status code',
  keyword: 'Keyword check failed',
  icmp: 'No ping reply',
}

export const RESOLUTIONS: Record<NonNullable<Incident['resolution']>, string> = {
  recovered: 'The monitor recovered',
  paused: 'The monitor was paused',
  changed: 'The monitor was edited',
  deleted: 'The monitor was deleted',
}

export const DELIVERY_KINDS: Record<Delivery['kind'], string> = {
  opened: 'notified of the outage',
  resolved: 'notified of the recovery',
  reminder: 'reminded',
  flapping_started: 'notified of flapping',
  flapping_ended: 'notified that flapping ended',
}

export const VERDICTS: Record<NonNullable<NonNullable<Incident['impact']>['traffic_check']>['verdict'], string> = {
  traffic_normal: 'Visitors kept coming as usual. The site may be unreachable only from our location.',
  traffic_gone: 'Visits stopped as well, which confirms the outage.',
  inconclusive: 'Too little traffic at this hour to confirm the outage.',
}
