import { isInRanges } from '../../../platform/egress/address.ts'
import type { VisitStep } from '../visit.ts'

export const excludedAddress: VisitStep = {
  reason: 'excluded_address',
  description: "The visitor's IP address is in exclude_ips.",
  drops: (visit) => isInRanges(visit.site.ip_rules, visit.address),
}
