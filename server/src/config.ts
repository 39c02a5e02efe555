import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

interface Setting {
  schema: z.ZodType
  help: string
  /** May also be given as NAME_FILE, the path of a file that holds it. */
  secret?: true
  /** The default as the docs show it. */
  shown?: string
}

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)
const switchedOn = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1')
const quota = integer(0, 1_000_000).optional()
const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
/** What paths are put behind. */
const httpBase = httpAddress
  .refine((text) => !/[?#]/.test(text), 'must end before ? and #: paths are put behind it')
  .transform((text) => text.replace(/\/+$/, ''))
const hasHost = (text: string): boolean => URL.canParse(text) && new URL(text).hostname !== ''
const cidrList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((all) => all.every((cidr) => ipaddr.isValidCIDR(cidr)), 'must be CIDRs such as 10.0.0.0/8, comma separated')

const PLAN = {
  DATABASE_URL: {
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .refine(URL.canParse, 'must be an address such as postgres://user:password@host:5432/database'),
    help: 'Postgres ≥ 15. A superuser (or a role that may create roles) is used only to migrate and to provision the restricted login that serves',
    secret: true,
  },
  SITEWATCH_SECRET: {
    schema: z.string().min(32, 'must have at least 32 characters; "openssl rand -hex 32" makes one'),
    help: 'Any string of at least 32 characters. Keys for encryption and signing are derived from it. Losing it loses every stored provider secret',
    secret: true,
  },
  SITEWATCH_SECRET_PREVIOUS: {
    schema: z.string().min(32, 'must have at least 32 characters, as SITEWATCH_SECRET').optional(),
    help: 'The secret before, while rotating: what it encrypted can still be read and is written anew under the current one',
    secret: true,
  },
  PORT: { schema: integer(0, 65_535).default(8080), help: 'Where it listens', shown: '8080' },
  HOST: { schema: z.string().min(1).default('0.0.0.0'), help: 'Address it listens on', shown: '0.0.0.0' },
  BASE_URL: {
    schema: httpBase.optional(),
    help: 'What it is called from outside; may carry a path (`https://host/watch`). Links in answers and mails start with it',
    shown: 'http://localhost:PORT',
  },
  SITEWATCH_DATA_DIR: {
    schema: z.string().min(1).default('./data'),
    help: 'Folder of the embedded ClickHouse; created when absent',
    shown: './data',
  },
  CLICKHOUSE_URL: {
    schema: httpAddress.optional(),
    help: 'A ClickHouse server instead of the embedded one. Required when `api` and `worker` run in different processes',
    secret: true,
  },
  SITEWATCH_MIGRATE: { schema: switchedOn.default(true), help: '`0`: do not migrate on boot', shown: '1' },
  SITEWATCH_SIGNUP: {
    schema: z
      .enum(['closed', 'invite', 'open'], 'must be closed, invite or open')
      .transform((value) => (value === 'open' ? value : 'closed'))
      .default('closed'),
    help: 'Who may create an account once one exists: `closed` (people an administrator invites; `invite` is the same), `open` (anybody)',
    shown: 'closed',
  },
  SITEWATCH_INVITATIONS: { schema: switchedOn.default(true), help: '`0`: forbid invitations', shown: '1' },
  SMTP_URL: {
    schema: z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .refine(hasHost, 'must name a host, such as smtp://user:password@mail.example.com:587')
      .optional(),
    help: 'Outgoing mail',
    secret: true,
  },
  SITEWATCH_MAIL_FROM: {
    schema: z.string().min(3, 'must be an e-mail address, such as watch@example.com').optional(),
    help: 'Sender of outgoing mail, e.g. `Sitewatch <watch@example.com>`',
    shown: 'sitewatch@ the host of BASE_URL',
  },
  SITEWATCH_SMS_API: {
    schema: httpBase.default('https://api.twilio.com'),
    help: "SMS gateway with Twilio's REST shape",
    shown: 'https://api.twilio.com',
  },
  SITEWATCH_SMS_ACCOUNT_SID: { schema: z.string().min(1).optional(), help: 'Account at the SMS gateway' },
  SITEWATCH_SMS_AUTH_TOKEN: { schema: z.string().min(1).optional(), help: 'Its token', secret: true },
  SITEWATCH_SMS_FROM: { schema: z.string().min(1).optional(), help: 'Number or name that SMS come from' },
  SITEWATCH_TELEGRAM_API: {
    schema: httpBase.default('https://api.telegram.org'),
    help: 'Base address of the Telegram bot API',
    shown: 'https://api.telegram.org',
  },
  SITEWATCH_PAGERDUTY_API: {
    schema: httpBase.default('https://events.pagerduty.com'),
    help: "Base address of PagerDuty's Events API",
    shown: 'https://events.pagerduty.com',
  },
  SITEWATCH_ALLOW_PRIVATE_TARGETS: {
    schema: cidrList.default([]),
    help: "CIDRs that any target a user names may reach (checks, webhooks, verify), e.g. `192.168.0.0/16`. Also needed for this machine's own public addresses and those of BASE_URL, e.g. to monitor websites on the same server",
    shown: 'none',
  },
  SITEWATCH_ANCHORS: {
    schema: z
      .string()
      .transform((text) => (text === 'none' ? [] : text.split(',').map((anchor) => anchor.trim())))
      .refine(
        (all) => all.every((anchor) => /^\[?[\w.:-]+\]?:\d+$/.test(anchor)),
        'must be host:port pairs, comma separated, or none',
      )
      .default(['one.one.one.one:443', 'dns.google:443', 'dns.quad9.net:443']),
    help: '`host:port,…` asked whether we ourselves are online before a public target is called down; `none` switches them off',
    shown: 'one.one.one.one:443,dns.google:443,dns.quad9.net:443',
  },
  SITEWATCH_TRUSTED_PROXIES: {
    schema: cidrList.default([]),
    help: 'CIDRs whose forwarding header (X-Forwarded-For) is believed',
    shown: 'none',
  },
  SITEWATCH_MIN_INTERVAL_SECONDS: {
    schema: integer(1, 86_400).default(30),
    help: "Floor of a monitor's interval, in seconds; the default of 60 rises with it",
    shown: '30',
  },
  SITEWATCH_RATE_LIMIT_PER_MINUTE: {
    schema: integer(1, 10_000_000).default(300),
    help: 'API requests a minute for each key or session; a user gets four times as many, an anonymous address a fifth',
    shown: '300',
  },
  SITEWATCH_RATE_KEYS_PER_HOUR: {
    schema: integer(1, 1_000_000).default(20),
    help: 'API keys a user may create an hour',
    shown: '20',
  },
  SITEWATCH_RATE_TESTS_PER_HOUR: {
    schema: integer(1, 1_000_000).default(10),
    help: 'Test notifications an hour for each provider, and reports sent by hand an hour for each website; a user gets three times as many of each',
    shown: '10',
  },
  SITEWATCH_RATE_SIGNIN_PER_MINUTE: {
    schema: integer(1, 1_000_000).default(5),
    help: 'Sign-ins, sign-ups, password resets and whatever else asks for the password, a minute, for each account and for each address (IPv6: each /64), counted across processes. An address that signed in before has a count of its own',
    shown: '5',
  },
  SITEWATCH_MAX_WEBSITES_PER_USER: {
    schema: quota,
    help: 'Websites a user may have; an administrator can set another number for one user',
    shown: 'none',
  },
  SITEWATCH_MAX_MONITORS_PER_USER: { schema: quota, help: 'Monitors a user may have, likewise', shown: 'none' },
  SITEWATCH_MAX_PROVIDERS_PER_USER: {
    schema: quota,
    help: 'Notification providers a user may have, likewise',
    shown: 'none',
  },
  SITEWATCH_MAX_KEYS_PER_USER: { schema: quota, help: 'API keys a user may have, likewise', shown: 'none' },
  SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS: {
    schema: switchedOn.default(false),
    help: '`1` on home networks: a website may be called `nas`',
    shown: '0',
  },
  SITEWATCH_RETENTION_DAYS: {
    schema: integer(1, 3650).default(730),
    help: 'How long events are kept when a website does not say',
    shown: '730',
  },
  SITEWATCH_INCIDENT_RETENTION_DAYS: {
    schema: integer(400, 3650).default(730),
    help: 'How long resolved incidents and the log of their notifications are kept. At least 400, so that uptime over a year stays exact',
    shown: '730',
  },
  SITEWATCH_MAX_EVENTS_PER_VISITOR: {
    schema: integer(1, 1_000_000_000).default(50_000),
    help: 'Events of one visitor that a website counts in a day; the rest are dropped as `visitor_limit`. Counted in each collector',
    shown: '50000',
  },
  SITEWATCH_METRICS_TOKEN: {
    schema: z.string().min(16, 'must have at least 16 characters').optional(),
    help: '`/metrics` answers a direct loopback peer, or this bearer token',
    secret: true,
  },
  SITEWATCH_HEARTBEAT_URL: {
    schema: httpAddress.optional(),
    help: 'Pinged while all is well, so that somebody notices when we do not',
  },
  SITEWATCH_DRAIN_SECONDS: {
    schema: integer(0, 300).default(5),
    help: 'After SIGTERM: how long `/readyz` answers 503 while requests are still served, so that a load balancer looks elsewhere',
    shown: '5',
  },
  SITEWATCH_LOG_LEVEL: {
    schema: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
      .default('info'),
    help: 'How much is logged',
    shown: 'info',
  },
} as const satisfies Record<string, Setting>

export const SETTINGS: Readonly<Record<string, Setting>> = PLAN

export type Config = { [Name in keyof typeof PLAN]: z.output<(typeof PLAN)[Name]['schema']> } & { BASE_URL: string }

export class ConfigError extends Error {
  override name = 'ConfigError'
}

function readValue(name: string, setting: Setting, env: NodeJS.ProcessEnv): string | undefined {
  const file = setting.secret ? env[`${name}_FILE`] : undefined
  if (file === undefined || file === '') return env[name] === '' ? undefined : env[name]
  if (env[name]) throw new ConfigError(`Set ${name} or ${name}_FILE, not both.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new ConfigError(`${name}_FILE names a file that cannot be read: ${file}`)
  }
}

function refuseUnknown(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    if (!name.startsWith('SITEWATCH_')) continue
    const plain = name.endsWith('_FILE') ? name.slice(0, -5) : name
    const known = SETTINGS[plain]
    if (!known || (plain !== name && !known.secret)) {
      throw new ConfigError(`${name} is not a setting of Sitewatch. docs/configuration.md lists them all.`)
    }
  }
}

/** The only reader of the environment. Throws one line that says what to do. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  refuseUnknown(env)
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const text = readValue(name, setting, env)
    const parsed = setting.schema.safeParse(text)
    if (!parsed.success) {
      const why =
        text === undefined ? 'is required. It is: ' + setting.help : (parsed.error.issues[0]?.message ?? 'is not valid')
      throw new ConfigError(`${name} ${why}.`)
    }
    values[name] = parsed.data
  }
  values['BASE_URL'] ??= `http://localhost:${values['PORT'] as number}`
  return values as Config
}
