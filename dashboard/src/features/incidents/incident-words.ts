import type { Delivery, Incident } from '@sitewatch/sdk'

export const CAUSE_NAMES: Record<Incident['cause']['kind'], string> = {
  dns: 'Name not found',
  connect: 'No connection',
  tls: 'Certificate or encryption',
  timeout: 'No answer in time',
  http_status: 'Wrong status',
  keyword: 'Word not as expected',
  icmp: 'No answer to ping',
}

export const RESOLUTIONS: Record<NonNullable<Incident['resolution']>, string> = {
  recovered: 'It recovered',
  paused: 'The monitor was paused',
  changed: 'The monitor was changed',
  deleted: 'The monitor was deleted',
}

export const DELIVERY_KINDS: Record<Delivery['kind'], string> = {
  opened: 'told that it is down',
  resolved: 'told that it is up again',
  reminder: 'reminded',
  flapping_started: 'told that it flaps',
  flapping_ended: 'told that it no longer flaps',
}

export const VERDICTS: Record<NonNullable<NonNullable<Incident['impact']>['traffic_check']>['verdict'], string> = {
  traffic_normal: 'Visitors kept coming as usual: it may be down only from where we look.',
  traffic_gone: 'Visitors stayed away too: it was down for them as well.',
  inconclusive: 'There is too little traffic at this hour to say.',
}
