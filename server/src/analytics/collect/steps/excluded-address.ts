import { isExcludedIp } from '../../websites/index.ts'
import type { VisitStep } from '../visit.ts'

export const excludedAddress: VisitStep = {
  reason: 'excluded_address',
  description: "The visitor's IP address is in exclude_ips.",
  drops: (visit) => isExcludedIp(visit.site.ip_rules, visit.address),
}
