import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError, readConfig, SETTINGS, warnOfOlderNames } from './config.ts'

const REQUIRED = { DATABASE_URL: 'postgres://127.0.0.1/x', SITEWATCH_SECRET: 'x'.repeat(32) }
const read = (env: Record<string, string> = {}) => readConfig({ ...REQUIRED, ...env })

function readError(env: Record<string, string>): string {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`)
}

describe('readConfig, given an invalid environment', () => {
  it.each([
    ['DATABASE_URL', 'mysql://x', 'must start with postgres://'],
    ['DATABASE_URL', 'postgres://host:port/x', 'must be a URL such as postgres://user:password@host:5432/database'],
    ['SITEWATCH_SECRET', 'short', 'must have at least 32 characters; create one with "openssl rand -hex 32"'],
    ['SITEWATCH_SECRET_PREVIOUS', 'short', 'must have at least 32 characters, like SITEWATCH_SECRET'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '80a', 'must be a whole number from 0 to 65535'],
    ['BASE_URL', 'example.com', 'must be an http or https URL'],
    ['BASE_URL', 'https://example.com/?a=b', 'must not contain ? or #'],
    ['CLICKHOUSE_URL', 'tcp://x', 'must be an http or https URL'],
    ['SITEWATCH_MIGRATE', 'no', 'must be 0 or 1'],
    ['SITEWATCH_SIGNUP', 'yes', 'must be closed, invite or open'],
    ['SITEWATCH_OIDC_ISSUER', 'id.example.com', 'must be an http or https URL'],
    ['SITEWATCH_OIDC_SCOPES', 'email', 'must contain openid, such as "openid email profile"'],
    [
      'SITEWATCH_OIDC_GROUPS',
      'staff=12:owner',
      'must be entries such as staff=12:viewer (group, team ID, role), separated by semicolons; the roles are admin, editor, viewer',
    ],
    ['SITEWATCH_PASSWORD_SIGN_IN', 'off', 'must be 0 or 1'],
    ['SMTP_URL', 'mail.example.com', 'must start with smtp:// or smtps://'],
    ['SMTP_URL', 'smtp://', 'must include a host, such as smtp://user:password@mail.example.com:587'],
    ['SITEWATCH_MAIL_FROM', 'x', 'must be an e-mail address, such as watch@example.com'],
    ['SITEWATCH_SMS_API', 'twilio', 'must be an http or https URL'],
    ['SITEWATCH_TELEGRAM_API', 'telegram', 'must be an http or https URL'],
    [
      'SITEWATCH_ALLOW_PRIVATE_TARGETS',
      '10.0.0',
      'must be IP addresses or CIDR ranges such as 10.0.0.0/8, comma-separated',
    ],
    [
      'SITEWATCH_ALLOW_PRIVATE_TARGETS',
      '010.0.0.0/8',
      'must be IP addresses or CIDR ranges such as 10.0.0.0/8, comma-separated',
    ],
    ['SITEWATCH_ANCHORS', 'example.com', 'must be comma-separated host:port pairs, or none'],
    ['SITEWATCH_TRUSTED_PROXIES', 'all', 'must be IP addresses or CIDR ranges such as 10.0.0.0/8, comma-separated'],
    ['SITEWATCH_MIN_INTERVAL_SECONDS', '0', 'must be a whole number from 1 to 86400'],
    ['SITEWATCH_RATE_LIMIT_PER_MINUTE', '-1', 'must be a whole number from 1 to 10000000'],
    ['SITEWATCH_RATE_KEYS_PER_HOUR', '1.5', 'must be a whole number from 1 to 1000000'],
    ['SITEWATCH_RATE_TESTS_PER_HOUR', '0', 'must be a whole number from 1 to 1000000'],
    ['SITEWATCH_RATE_SIGNIN_PER_MINUTE', 'x', 'must be a whole number from 1 to 1000000'],
    ['SITEWATCH_MAX_WEBSITES_PER_TEAM', 'none', 'must be a whole number from 0 to 1000000'],
    ['SITEWATCH_MAX_WEBSITES_PER_USER', 'none', 'must be a whole number from 0 to 1000000'],
    ['SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS', 'true', 'must be 0 or 1'],
    ['SITEWATCH_RETENTION_DAYS', '3651', 'must be a whole number from 1 to 3650'],
    ['SITEWATCH_METRICS_TOKEN', 'short', 'must have at least 16 characters'],
    ['SITEWATCH_HEARTBEAT_URL', 'ping', 'must be an http or https URL'],
    ['SITEWATCH_LOG_LEVEL', 'loud', 'must be trace, debug, info, warn, error or silent'],
  ])('rejects %s=%s with one line that says what to do', (name, value, why) => {
    expect(readError({ [name]: value })).toBe(`${name} ${why}.`)
  })

  it('rejects incomplete settings of single sign-on', () => {
    const issuer = { SITEWATCH_OIDC_ISSUER: 'https://id.example.com' }
    expect(readError(issuer)).toBe('Set both SITEWATCH_OIDC_ISSUER and SITEWATCH_OIDC_CLIENT_ID, or neither.')
    expect(readError({ SITEWATCH_PASSWORD_SIGN_IN: '0' })).toContain('set SITEWATCH_OIDC_ISSUER as well')
    const config = read({ ...issuer, SITEWATCH_OIDC_CLIENT_ID: 'x', SITEWATCH_PASSWORD_SIGN_IN: '0' })
    expect(config.SITEWATCH_PASSWORD_SIGN_IN).toBe(false)
  })

  it('rejects an unknown name', () => {
    const message = 'SITEWATCH_PORT is not a known setting. See docs/configuration.md.'
    expect(readError({ SITEWATCH_PORT: '1' })).toBe(message)
    expect(readError({ SITEWATCH_SIGNUP_FILE: '/x' })).toContain('SITEWATCH_SIGNUP_FILE is not a known setting')
  })

  it('accepts the token of a prober that runs beside the server', () => {
    expect(read({ SITEWATCH_PROBER_TOKEN: 'x' })).toMatchObject({ PORT: 8080 })
  })

  it.each(['DATABASE_URL', 'SITEWATCH_SECRET'])('rejects a missing %s', (name) => {
    expect(readError({ [name]: '' })).toMatch(new RegExp(`^${name} is required: [^\\n]+\\.$`))
  })
})

describe('a secret as NAME_FILE', () => {
  const secrets = Object.keys(SETTINGS).filter((name) => SETTINGS[name]?.secret)

  it('is possible for every setting that holds a secret', () => {
    expect(secrets).toEqual(
      expect.arrayContaining([
        'DATABASE_URL',
        'SITEWATCH_SECRET',
        'SITEWATCH_SECRET_PREVIOUS',
        'SMTP_URL',
        'SITEWATCH_SMS_AUTH_TOKEN',
        'SITEWATCH_METRICS_TOKEN',
      ]),
    )
  })

  it('is read without its trailing newline; NAME together with NAME_FILE and a missing file are rejected', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-config-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'token')
    writeFileSync(file, 'a-token-of-some-length\n')
    expect(read({ SITEWATCH_METRICS_TOKEN_FILE: file }).SITEWATCH_METRICS_TOKEN).toBe('a-token-of-some-length')
    const both = { SITEWATCH_METRICS_TOKEN_FILE: file, SITEWATCH_METRICS_TOKEN: 'a-token-of-some-length' }
    expect(readError(both)).toBe('Set SITEWATCH_METRICS_TOKEN or SITEWATCH_METRICS_TOKEN_FILE, not both.')
    expect(readError({ SITEWATCH_METRICS_TOKEN_FILE: `${file}x` })).toContain('cannot read the file')
  })
})

describe('readConfig', () => {
  it('has the documented defaults', () => {
    expect(read()).toMatchObject({
      PORT: 8080,
      BASE_URL: 'http://localhost:8080',
      SITEWATCH_MIGRATE: true,
      SITEWATCH_SIGNUP: 'closed',
      SITEWATCH_SMS_API: 'https://api.twilio.com',
      SITEWATCH_TELEGRAM_API: 'https://api.telegram.org',
      SITEWATCH_ALLOW_PRIVATE_TARGETS: [],
      SITEWATCH_MIN_INTERVAL_SECONDS: 30,
      SITEWATCH_RATE_LIMIT_PER_MINUTE: 300,
      SITEWATCH_RATE_KEYS_PER_HOUR: 20,
      SITEWATCH_RATE_TESTS_PER_HOUR: 10,
      SITEWATCH_RATE_SIGNIN_PER_MINUTE: 5,
      SITEWATCH_MAX_WEBSITES_PER_TEAM: undefined,
      SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS: false,
    })
  })

  it('removes the trailing slash of a base URL, but not of a full URL', () => {
    expect(read({ BASE_URL: 'https://host/watch/' }).BASE_URL).toBe('https://host/watch')
    expect(read({ BASE_URL: '', SITEWATCH_PUBLISHED_PORT: '18080' }).BASE_URL).toBe('http://localhost:18080')
    const ping = 'https://ping.example.com/abc/?source=sitewatch'
    expect(read({ SITEWATCH_HEARTBEAT_URL: ping }).SITEWATCH_HEARTBEAT_URL).toBe(ping)
    expect(read({ SITEWATCH_HEARTBEAT_URL: 'https://h/a/' }).SITEWATCH_HEARTBEAT_URL).toBe('https://h/a/')
  })

  it('reads SITEWATCH_SIGNUP=invite as closed, which accepts invitations', () => {
    expect(read({ SITEWATCH_SIGNUP: 'invite' }).SITEWATCH_SIGNUP).toBe('closed')
    expect(read().SITEWATCH_INVITATIONS).toBe(true)
    expect(read({ SITEWATCH_INVITATIONS: '0' }).SITEWATCH_INVITATIONS).toBe(false)
  })

  it('reads a single IP address as a /32 or /128 range', () => {
    const { SITEWATCH_TRUSTED_PROXIES } = read({ SITEWATCH_TRUSTED_PROXIES: '127.0.0.1, ::1 10.0.0.0/8' })
    expect(SITEWATCH_TRUSTED_PROXIES).toEqual(['127.0.0.1/32', '::1/128', '10.0.0.0/8'])
  })

  it('disables the anchors with SITEWATCH_ANCHORS=none', () => {
    expect(read({ SITEWATCH_ANCHORS: 'none' }).SITEWATCH_ANCHORS).toEqual([])
    expect(read({ SITEWATCH_ANCHORS: 'a:1, [::1]:2' }).SITEWATCH_ANCHORS).toEqual(['a:1', '[::1]:2'])
  })
})

describe('the quotas of a team', () => {
  const NAMES = ['WEBSITES', 'MONITORS', 'PROVIDERS', 'KEYS'].map((what) => `SITEWATCH_MAX_${what}_PER`)

  it.each(NAMES)('%s_TEAM is also read under its former name, which the log warns of', (name) => {
    expect(read({ [`${name}_TEAM`]: '7' })).toMatchObject({ [`${name}_TEAM`]: 7 })
    expect(read({ [`${name}_USER`]: '0', [`${name}_TEAM`]: '' })).toMatchObject({ [`${name}_TEAM`]: 0 })
    expect(warnOfOlderNames({ [`${name}_USER`]: '0' })).toBe(`settings were renamed: ${name}_USER is now ${name}_TEAM`)
  })

  it('are warned of in one line, and only under their former names', () => {
    const env = Object.fromEntries(NAMES.map((name) => [`${name}_USER`, '1']))
    expect(warnOfOlderNames(env)?.match(/is now/g)).toHaveLength(4)
    expect(warnOfOlderNames({ SITEWATCH_MAX_KEYS_PER_TEAM: '1', SITEWATCH_MAX_TEAMS_PER_USER: '1' })).toBeUndefined()
  })

  it('cannot be given under both names', () => {
    expect(readError({ SITEWATCH_MAX_KEYS_PER_USER: '1', SITEWATCH_MAX_KEYS_PER_TEAM: '1' })).toBe(
      'Set SITEWATCH_MAX_KEYS_PER_TEAM or SITEWATCH_MAX_KEYS_PER_USER, not both. SITEWATCH_MAX_KEYS_PER_USER is its former name.',
    )
  })
})

describe('SITEWATCH_OIDC_GROUPS', () => {
  it('maps groups to teams and roles; the name of a group may contain = and commas', () => {
    const { SITEWATCH_OIDC_GROUPS } = read({ SITEWATCH_OIDC_GROUPS: 'cn=ops,ou=all=12:admin; Site Staff=7:viewer;' })
    expect(SITEWATCH_OIDC_GROUPS).toEqual([
      { group: 'cn=ops,ou=all', team_id: 12, role: 'admin' },
      { group: 'Site Staff', team_id: 7, role: 'viewer' },
    ])
  })
})
