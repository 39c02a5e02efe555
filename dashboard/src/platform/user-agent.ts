import { t } from '@lingui/core/macro'

const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrom(e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]
const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** "Firefox on Linux": enough to tell one's own sessions apart. An unknown user agent is returned as it is, up to 80 characters. */
export function describeBrowser(user_agent: string | null): string {
  if (user_agent === null) return t`Unknown`
  const browser = BROWSERS.find(([pattern]) => pattern.test(user_agent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(user_agent))?.[1]
  if (browser === undefined) return user_agent.slice(0, 80)
  return system === undefined ? browser : t`${browser} on ${system}`
}
