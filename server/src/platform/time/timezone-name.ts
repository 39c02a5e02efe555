/** Zones for which Intl still returns the name from before IANA renamed them. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

const KNOWN = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

function resolve(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/**
 * An IANA name in IANA's own spelling, which ClickHouse and Postgres need exactly; null when there is no such zone.
 * An alias (US/Pacific) becomes its zone; offsets and names that only Intl knows are refused.
 */
export function readTimezone(name: string): string | null {
  const resolved = /^[a-z]/i.test(name) ? resolve(name) : null
  if (resolved === null) return null
  if (!KNOWN.has(resolved) && !/^Etc\/GMT[+-]\d{1,2}$/.test(resolved)) return null
  return name === resolved ? name : (RENAMED[resolved] ?? resolved)
}
