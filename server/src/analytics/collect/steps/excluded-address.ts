import { isExcludedIp } from '../../websites/index.ts'
import type { Step } from '../visit.ts'

export const excludedAddress: Step = {
  reason: 'excluded_address',
  description: "The visitor's address is in exclude_ips.",
  drops: (_draft, visit) => isExcludedIp(visit.site.ip_rules, visit.address),
}
