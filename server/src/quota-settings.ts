import { ConfigError, quota } from './config-schemas.ts'

export const QUOTA_SETTINGS = {
  SITEWATCH_MAX_WEBSITES_PER_TEAM: {
    schema: quota,
    help: 'Maximum number of websites per team; an administrator can override it for the personal team of a user',
    shown: 'none',
  },
  SITEWATCH_MAX_MONITORS_PER_TEAM: {
    schema: quota,
    help: 'Maximum number of monitors per team; can be overridden',
    shown: 'none',
  },
  SITEWATCH_MAX_PROVIDERS_PER_TEAM: {
    schema: quota,
    help: 'Maximum number of notification providers per team; can be overridden',
    shown: 'none',
  },
  SITEWATCH_MAX_KEYS_PER_TEAM: {
    schema: quota,
    help: 'Maximum number of API keys per team; can be overridden',
    shown: 'none',
  },
  SITEWATCH_MAX_TEAMS_PER_USER: {
    schema: quota,
    help: 'Maximum number of teams that a user can own, besides the personal one',
    shown: 'none',
  },
} as const

/** Settings that had another name. It still works, with a warning. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  SITEWATCH_MAX_WEBSITES_PER_TEAM: 'SITEWATCH_MAX_WEBSITES_PER_USER',
  SITEWATCH_MAX_MONITORS_PER_TEAM: 'SITEWATCH_MAX_MONITORS_PER_USER',
  SITEWATCH_MAX_PROVIDERS_PER_TEAM: 'SITEWATCH_MAX_PROVIDERS_PER_USER',
  SITEWATCH_MAX_KEYS_PER_TEAM: 'SITEWATCH_MAX_KEYS_PER_USER',
}

export const isOlderName = (name: string): boolean => Object.values(OLDER_NAMES).includes(name)

/** The name under which the environment has a setting. */
export function findGivenName(name: string, env: NodeJS.ProcessEnv): string {
  const older = OLDER_NAMES[name]
  if (older === undefined || !env[older]) return name
  if (env[name]) throw new ConfigError(`Set ${name} or ${older}, not both. ${older} is its former name.`)
  return older
}

/** For the log, on startup: undefined if the environment has no former name. */
export function warnOfOlderNames(env: NodeJS.ProcessEnv): string | undefined {
  const given = Object.entries(OLDER_NAMES).filter(([, older]) => env[older])
  if (given.length === 0) return undefined
  return `settings were renamed: ${given.map(([name, older]) => `${older} is now ${name}`).join(', ')}`
}
