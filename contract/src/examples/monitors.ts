import { MONITOR_SETTINGS, PLAIN_SETTINGS } from '../monitoring/monitor-settings.ts'
import { DEFAULT_MONITOR_TYPE, findSettingFacts, MONITOR_TYPE_NAMES } from '../monitoring/monitor-type-list.ts'

const { defaults } = findSettingFacts(DEFAULT_MONITOR_TYPE)

/** Settings of a monitor of the default type as it is returned: those of other types are null. */
const SETTINGS = MONITOR_TYPE_NAMES.flatMap((type) => findSettingFacts(type).names).map(
  (name) => [`Monitor.${name}`, defaults[name] ?? null] as const,
)

const PLAIN = PLAIN_SETTINGS.flatMap((name) => {
  const setting = MONITOR_SETTINGS[name]
  return 'example' in setting ? [[`Monitor.${name}`, setting.example] as const] : []
})

/** Example values for monitors; see EXAMPLES. */
export const MONITOR_EXAMPLES: Readonly<Record<string, unknown>> = {
  'Monitor.friendly_name': 'Shop',
  'Monitor.type': DEFAULT_MONITOR_TYPE,
  'Monitor.interval': 60,
  'Monitor.status': 'up',
  ...Object.fromEntries(PLAIN),
  ...Object.fromEntries(SETTINGS),
  'Monitor.tags': ['production'],
  'Monitor.depends_on': [],
  tls_issuer: "Let's Encrypt",
  tls_names: ['example.com', 'www.example.com'],
  'tls_chain.subject': 'CN=example.com',
  'tls_chain.issuer': "CN=R11, O=Let's Encrypt",
  'tls_chain.expires_at': '2027-01-20T23:59:59.000Z',
  domain_expires_at: '2027-08-13T04:00:00.000Z',
  'Monitor.ping_url': null,
  'Monitor.last_ping_at': null,
  'Monitor.next_ping_at': null,
}
