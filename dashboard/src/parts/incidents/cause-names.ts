import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Incident } from '@sitewatch/sdk'

export const CAUSE_NAMES: Record<Incident['cause']['kind'], MessageDescriptor> = {
  dns: msg`DNS lookup failed`,
  connect: msg`Connection failed`,
  tls: msg`TLS error`,
  timeout: msg`Timeout`,
  http_status: msg`Unexpected status code`,
  keyword: msg`Keyword check failed`,
  icmp: msg`No ping reply`,
  response: msg`Unexpected response`,
  dns_record: msg`Unexpected DNS records`,
  assertion: msg`Assertion failed`,
  heartbeat_missed: msg`Missed ping`,
  heartbeat_failed: msg`Job failed`,
  snippet_missing: msg`Tracking script missing`,
  blocked_by_csp: msg`Blocked by CSP`,
  page_error: msg`Page error`,
  redirects_elsewhere: msg`Redirects elsewhere`,
  dns_changed: msg`DNS changed`,
  collector_unreachable: msg`Collector unreachable`,
  unknown: msg`Cause unknown`,
}
