import { findSettingFacts, type MonitorType } from '@sitewatch/contract'
import { parse } from 'tldts'

/**
 * The registered domain of the target of a monitor. Null for an address, a name that no registry sells (`nas.local`), and a
 * name under a domain that gives names to others (`shop.github.io`), whose registration is not the user's concern.
 */
export function findRegistrableDomain(type: MonitorType, url: string): string | null {
  if (!findSettingFacts(type).names.includes('expiry_notice_days')) return null
  const { domain, isIcann } = parse(url, { allowPrivateDomains: true, validateHostname: false })
  return isIcann && domain !== null && /^[a-z0-9.-]{3,253}$/.test(domain) ? domain : null
}
