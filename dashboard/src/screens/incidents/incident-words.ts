import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Delivery, Incident } from '@sitewatch/sdk'

export const RESOLUTIONS: Record<NonNullable<Incident['resolution']>, MessageDescriptor> = {
  recovered: msg`The monitor recovered.`,
  paused: msg`The monitor was paused.`,
  changed: msg`The monitor was edited.`,
  deleted: msg`The monitor was deleted.`,
}

export const TRAFFIC_RESOLUTIONS: typeof RESOLUTIONS = {
  ...RESOLUTIONS,
  recovered: msg`Traffic is back to normal.`,
  paused: msg`Traffic drop alerts were turned off.`,
}

interface DeliveryMessages {
  sent: (name: string) => string
  failed: (name: string, reason: string) => string
  pending: (name: string) => string
}

const BURN_MESSAGES: DeliveryMessages = {
  sent: (name) => t`${name} was notified that the error budget burns.`,
  failed: (name, reason) => t`${name} could not be notified that the error budget burns: ${reason}.`,
  pending: (name) => t`${name} is being notified that the error budget burns.`,
}

/** Full sentences, because other languages cannot be composed from the same parts. */
export const DELIVERY_MESSAGES: Record<Delivery['kind'], DeliveryMessages> = {
  opened: {
    sent: (name) => t`${name} was notified of the outage.`,
    failed: (name, reason) => t`${name} could not be notified of the outage: ${reason}.`,
    pending: (name) => t`${name} is being notified of the outage.`,
  },
  resolved: {
    sent: (name) => t`${name} was notified of the recovery.`,
    failed: (name, reason) => t`${name} could not be notified of the recovery: ${reason}.`,
    pending: (name) => t`${name} is being notified of the recovery.`,
  },
  reminder: {
    sent: (name) => t`${name} was reminded.`,
    failed: (name, reason) => t`${name} could not be reminded: ${reason}.`,
    pending: (name) => t`${name} is being reminded.`,
  },
  acknowledged: {
    sent: (name) => t`${name} was notified of the acknowledgement.`,
    failed: (name, reason) => t`${name} could not be notified of the acknowledgement: ${reason}.`,
    pending: (name) => t`${name} is being notified of the acknowledgement.`,
  },
  escalation: {
    sent: (name) => t`${name} was notified by the escalation policy.`,
    failed: (name, reason) => t`${name} could not be notified by the escalation policy: ${reason}.`,
    pending: (name) => t`${name} is being notified by the escalation policy.`,
  },
  flapping_started: {
    sent: (name) => t`${name} was notified of flapping.`,
    failed: (name, reason) => t`${name} could not be notified of flapping: ${reason}.`,
    pending: (name) => t`${name} is being notified of flapping.`,
  },
  flapping_ended: {
    sent: (name) => t`${name} was notified that flapping ended.`,
    failed: (name, reason) => t`${name} could not be notified that flapping ended: ${reason}.`,
    pending: (name) => t`${name} is being notified that flapping ended.`,
  },
  expiring: {
    sent: (name) => t`${name} was notified that the certificate expires.`,
    failed: (name, reason) => t`${name} could not be notified that the certificate expires: ${reason}.`,
    pending: (name) => t`${name} is being notified that the certificate expires.`,
  },
  renewed: {
    sent: (name) => t`${name} was notified of the renewal.`,
    failed: (name, reason) => t`${name} could not be notified of the renewal: ${reason}.`,
    pending: (name) => t`${name} is being notified of the renewal.`,
  },
  domain_expiring: {
    sent: (name) => t`${name} was notified that the domain expires.`,
    failed: (name, reason) => t`${name} could not be notified that the domain expires: ${reason}.`,
    pending: (name) => t`${name} is being notified that the domain expires.`,
  },
  domain_renewed: {
    sent: (name) => t`${name} was notified of the renewal.`,
    failed: (name, reason) => t`${name} could not be notified of the renewal: ${reason}.`,
    pending: (name) => t`${name} is being notified of the renewal.`,
  },
  slow_started: {
    sent: (name) => t`${name} was notified of slow responses.`,
    failed: (name, reason) => t`${name} could not be notified of slow responses: ${reason}.`,
    pending: (name) => t`${name} is being notified of slow responses.`,
  },
  slow_ended: {
    sent: (name) => t`${name} was notified that responses are no longer slow.`,
    failed: (name, reason) => t`${name} could not be notified that responses are no longer slow: ${reason}.`,
    pending: (name) => t`${name} is being notified that responses are no longer slow.`,
  },
  burn_fast: BURN_MESSAGES,
  burn_slow: BURN_MESSAGES,
}

export const VERDICTS: Record<
  NonNullable<NonNullable<Incident['impact']>['traffic_check']>['verdict'],
  MessageDescriptor
> = {
  traffic_normal: msg`Visitors kept coming as usual. The site may be unreachable only from our location.`,
  traffic_gone: msg`Visits stopped as well, which confirms the outage.`,
  inconclusive: msg`Too little traffic at this hour to confirm the outage.`,
}
