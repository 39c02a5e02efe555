import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  cidrList,
  ConfigError,
  hasHost,
  httpBaseUrl,
  httpUrl,
  integer,
  type Setting,
  zeroOrOne,
} from './config-schemas.ts'
import { findGivenName, isOlderName, QUOTA_SETTINGS } from './quota-settings.ts'
import { checkSignInSettings, SIGN_IN_SETTINGS } from './sign-in-settings.ts'

const SPECS = {
  DATABASE_URL: {
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .refine(URL.canParse, 'must be a URL such as postgres://user:password@host:5432/database'),
    help: 'Postgres ≥ 15. A superuser (or a role that can create roles) is used only for migrations and to create the restricted login that serves requests',
    secret: true,
  },
  SITEWATCH_SECRET: {
    schema: z.string().min(32, 'must have at least 32 characters; create one with "openssl rand -hex 32"'),
    help: 'Any string of at least 32 characters. Keys for encryption and signing are derived from it. If you lose it, stored provider secrets cannot be recovered',
    secret: true,
  },
  SITEWATCH_SECRET_PREVIOUS: {
    schema: z.string().min(32, 'must have at least 32 characters, like SITEWATCH_SECRET').optional(),
    help: 'The previous secret while you rotate: existing data is decrypted with it and re-encrypted with the current one',
    secret: true,
  },
  PORT: { schema: integer(0, 65_535).default(8080), help: 'Port to listen on', shown: '8080' },
  HOST: { schema: z.string().min(1).default('0.0.0.0'), help: 'IP address to listen on', shown: '0.0.0.0' },
  BASE_URL: {
    schema: httpBaseUrl.optional(),
    help: 'Public URL of the server; may include a path (`https://host/watch`). Used in links in responses and e-mails',
    shown: 'http://localhost:PORT',
  },
  SITEWATCH_PUBLISHED_PORT: {
    schema: integer(1, 65_535).optional(),
    help: 'The port browsers use where it is not PORT, e.g. the published port of a container. Only for the default of BASE_URL',
    shown: 'PORT',
  },
  SITEWATCH_DATA_DIR: {
    schema: z.string().min(1).default('./data'),
    help: 'Data folder of the embedded ClickHouse; created if missing',
    shown: './data',
  },
  CLICKHOUSE_URL: {
    schema: httpUrl.optional(),
    help: 'A ClickHouse server instead of the embedded one. Required when `api` and `worker` run in different processes',
    secret: true,
  },
  SITEWATCH_MIGRATE: { schema: zeroOrOne.default(true), help: '`0`: do not run migrations on startup', shown: '1' },
  SITEWATCH_SIGNUP: {
    schema: z
      .enum(['closed', 'invite', 'open'], 'must be closed, invite or open')
      .transform((value) => (value === 'open' ? value : 'closed'))
      .default('closed'),
    help: 'Who can create an account after the first one: `closed` (only people an administrator invites; `invite` is the same), `open` (anyone)',
    shown: 'closed',
  },
  SITEWATCH_INVITATIONS: { schema: zeroOrOne.default(true), help: '`0`: disable invitations', shown: '1' },
  ...SIGN_IN_SETTINGS,
  SMTP_URL: {
    schema: z
      .string()
      .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
      .refine(hasHost, 'must include a host, such as smtp://user:password@mail.example.com:587')
      .optional(),
    help: 'SMTP server for outgoing e-mail',
    secret: true,
  },
  SITEWATCH_MAIL_FROM: {
    schema: z.string().min(3, 'must be an e-mail address, such as watch@example.com').optional(),
    help: 'Sender address of outgoing e-mail, e.g. `Sitewatch <watch@example.com>`',
    shown: 'sitewatch@ the host of BASE_URL',
  },
  SITEWATCH_SMS_API: {
    schema: httpBaseUrl.default('https://api.twilio.com'),
    help: 'Base URL of a Twilio-compatible SMS API',
    shown: 'https://api.twilio.com',
  },
  SITEWATCH_SMS_ACCOUNT_SID: { schema: z.string().min(1).optional(), help: 'Account SID for the SMS API' },
  SITEWATCH_SMS_AUTH_TOKEN: { schema: z.string().min(1).optional(), help: 'Auth token for the SMS API', secret: true },
  SITEWATCH_SMS_FROM: { schema: z.string().min(1).optional(), help: 'Sender number or name of SMS' },
  SITEWATCH_TELEGRAM_API: {
    schema: httpBaseUrl.default('https://api.telegram.org'),
    help: 'Base URL of the Telegram Bot API',
    shown: 'https://api.telegram.org',
  },
  SITEWATCH_PAGERDUTY_API: {
    schema: httpBaseUrl.default('https://events.pagerduty.com'),
    help: 'Base URL of the PagerDuty Events API',
    shown: 'https://events.pagerduty.com',
  },
  SITEWATCH_PUSHOVER_API: {
    schema: httpBaseUrl.default('https://api.pushover.net'),
    help: 'Base URL of the Pushover API',
    shown: 'https://api.pushover.net',
  },
  SITEWATCH_ALLOW_PRIVATE_TARGETS: {
    schema: cidrList.default([]),
    help: 'IP addresses and CIDR ranges of private targets that users can monitor and send webhooks to, e.g. `192.168.0.0/16`. Also needed for the public addresses of this server and of BASE_URL, e.g. to monitor websites on the same server. Webhooks of status page subscribers never reach them',
    shown: 'none',
  },
  SITEWATCH_RDAP_BOOTSTRAP: {
    schema: z
      .string()
      .refine(
        (text) => /^(included$|none$|https?:\/\/|\/)/.test(text),
        'must be included, none, a URL or an absolute path',
      )
      .default('included'),
    help: 'List of the RDAP servers that tell when domains expire, in the form of `https://data.iana.org/rdap/dns.json`: `included` in Sitewatch, a URL or the path of a file, read once a day. Each domain of a monitor is sent once a day to the RDAP server of its registry; `none` disables this',
    shown: 'included',
  },
  SITEWATCH_ANCHORS: {
    schema: z
      .string()
      .transform((text) => (text === 'none' ? [] : text.split(',').map((anchor) => anchor.trim())))
      .refine(
        (all) => all.every((anchor) => /^\[?[\w.:-]+\]?:\d+$/.test(anchor)),
        'must be comma-separated host:port pairs, or none',
      )
      .default(['one.one.one.one:443', 'dns.google:443', 'dns.quad9.net:443']),
    help: 'Hosts (`host:port,…`) used to detect that this server itself is offline, so that public targets are not reported down by mistake; `none` disables the detection',
    shown: 'one.one.one.one:443,dns.google:443,dns.quad9.net:443',
  },
  SITEWATCH_TRUSTED_PROXIES: {
    schema: cidrList.default([]),
    help: 'IP addresses and CIDR ranges of reverse proxies whose X-Forwarded-For header is trusted',
    shown: 'none',
  },
  SITEWATCH_MIN_INTERVAL_SECONDS: {
    schema: integer(1, 86_400).default(30),
    help: 'Minimum check interval of a monitor, in seconds; if it is above 60, it is also the default interval',
    shown: '30',
  },
  SITEWATCH_RATE_LIMIT_PER_MINUTE: {
    schema: integer(1, 10_000_000).default(300),
    help: 'API requests per minute for each key or session. Limit per user: four times as many; per anonymous IP address: a fifth',
    shown: '300',
  },
  SITEWATCH_RATE_KEYS_PER_HOUR: {
    schema: integer(1, 1_000_000).default(20),
    help: 'API keys a user can create per hour',
    shown: '20',
  },
  SITEWATCH_RATE_TESTS_PER_HOUR: {
    schema: integer(1, 1_000_000).default(10),
    help: 'Test notifications per hour for each provider, and manually sent reports per hour for each website. Limit per user: three times as many',
    shown: '10',
  },
  SITEWATCH_RATE_SIGNIN_PER_MINUTE: {
    schema: integer(1, 1_000_000).default(5),
    help: 'Sign-ins, sign-ups, password resets and other password checks per minute, for each account and each IP address (IPv6: each /64, and four times as many for each /48), across all processes. An address that has signed in before has its own limit',
    shown: '5',
  },
  ...QUOTA_SETTINGS,
  SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS: {
    schema: zeroOrOne.default(false),
    help: '`1`: allow website domains with a single label, such as `nas` on a home network',
    shown: '0',
  },
  SITEWATCH_RETENTION_DAYS: {
    schema: integer(1, 3650).default(730),
    help: 'Default data retention of websites, in days',
    shown: '730',
  },
  SITEWATCH_INCIDENT_RETENTION_DAYS: {
    schema: integer(400, 3650).default(730),
    help: 'Retention of resolved incidents and their delivery log, in days. At least 400, so that uptime over a year is exact',
    shown: '730',
  },
  SITEWATCH_AUDIT_DAYS: { schema: integer(1, 3650).default(365), help: 'Audit log retention, in days', shown: '365' },
  SITEWATCH_MAX_EVENTS_PER_VISITOR: {
    schema: integer(1, 1_000_000_000).default(50_000),
    help: 'Maximum number of events per visitor, website and day; more are dropped as `visitor_limit`. Counted per collector process',
    shown: '50000',
  },
  SITEWATCH_BACKUP_DIR: {
    schema: z.string().min(1).optional(),
    help: 'Folder for scheduled backups, one folder per installation; without it, backups are made only by `sitewatch backup`',
    shown: 'none',
  },
  SITEWATCH_BACKUP_INTERVAL_HOURS: {
    schema: integer(1, 8760).default(24),
    help: 'Hours between scheduled backups',
    shown: '24',
  },
  SITEWATCH_BACKUP_KEEP: {
    schema: integer(1, 10_000).default(7),
    help: 'Number of scheduled backups to keep; older ones are deleted',
    shown: '7',
  },
  SITEWATCH_BACKUP_PASSPHRASE: {
    schema: z.string().min(16, 'must have at least 16 characters').optional(),
    help: 'Encrypts backups. Store it outside the server: without it, a backup cannot be restored',
    secret: true,
  },
  SITEWATCH_METRICS_TOKEN: {
    schema: z.string().min(16, 'must have at least 16 characters').optional(),
    help: 'Bearer token for `/metrics`; without it, `/metrics` is available only from this machine',
    secret: true,
  },
  SITEWATCH_HEARTBEAT_URL: {
    schema: httpUrl.optional(),
    help: 'URL to request once a minute while the server is healthy, so that an external service can alert you when the requests stop',
  },
  SITEWATCH_DRAIN_SECONDS: {
    schema: integer(0, 300).default(5),
    help: 'After SIGTERM, how long `/readyz` returns 503 while requests are still served, so that a load balancer can stop sending requests',
    shown: '5',
  },
  SITEWATCH_LOG_LEVEL: {
    schema: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
      .default('info'),
    help: 'Log level: `trace`, `debug`, `info`, `warn`, `error` or `silent`',
    shown: 'info',
  },
} as const satisfies Record<string, Setting>

export { ConfigError } from './config-schemas.ts'
export { warnOfOlderNames } from './quota-settings.ts'

export const SETTINGS: Readonly<Record<string, Setting>> = SPECS

export type Config = { [Name in keyof typeof SPECS]: z.output<(typeof SPECS)[Name]['schema']> } & { BASE_URL: string }

function readValue(name: string, setting: Setting, env: NodeJS.ProcessEnv): string | undefined {
  const file = setting.secret ? env[`${name}_FILE`] : undefined
  if (file === undefined || file === '') return env[name] === '' ? undefined : env[name]
  if (env[name]) throw new ConfigError(`Set ${name} or ${name}_FILE, not both.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new ConfigError(`${name}_FILE: cannot read the file ${file}`)
  }
}

/** Settings of `sitewatch prober`, which may be in the environment of the server on the same machine. */
const PROBER_SETTINGS = new Set(['SITEWATCH_PROBER_TOKEN'])

function refuseUnknown(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    if (!name.startsWith('SITEWATCH_') || PROBER_SETTINGS.has(name) || isOlderName(name)) continue
    const plain = name.endsWith('_FILE') ? name.slice(0, -5) : name
    const known = SETTINGS[plain]
    if (!known || (plain !== name && !known.secret))
      throw new ConfigError(`${name} is not a known setting. See docs/configuration.md.`)
  }
}

/** The only reader of the environment. Throws one line that says what to do. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  refuseUnknown(env)
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const given = findGivenName(name, env)
    const text = readValue(given, setting, env)
    const parsed = setting.schema.safeParse(text)
    if (!parsed.success) {
      const why =
        text === undefined ? 'is required: ' + setting.help : (parsed.error.issues[0]?.message ?? 'is not valid')
      throw new ConfigError(`${given} ${why}.`)
    }
    values[name] = parsed.data
  }
  values['BASE_URL'] ??= `http://localhost:${(values['SITEWATCH_PUBLISHED_PORT'] ?? values['PORT']) as number}`
  checkSignInSettings(values as Config)
  return values as Config
}
