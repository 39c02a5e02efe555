import { z } from 'zod'
import { ConfigError, httpUrl, type Setting, zeroOrOne } from './config-schemas.ts'

/** Not `owner`: a team keeps its last owner, whatever the identity provider says. Not `guest`: guests need a list of websites. */
const GROUP_ROLES = ['admin', 'editor', 'viewer'] as const

export interface GroupRole {
  group: string
  team_id: number
  role: (typeof GROUP_ROLES)[number]
}

const ENTRY = new RegExp(`^(.+)=([1-9]\\d{0,14}):(${GROUP_ROLES.join('|')})$`)

/** Separated by semicolons: the names of LDAP groups contain commas. */
const groupRoles = z
  .string()
  .transform((text) => text.split(';').flatMap((entry) => (entry.trim() === '' ? [] : [ENTRY.exec(entry.trim())])))
  .refine(
    (all) => all.every((match) => match !== null),
    `must be entries such as staff=12:viewer (group, team ID, role), separated by semicolons; the roles are ${GROUP_ROLES.join(', ')}`,
  )
  .transform((all): GroupRole[] =>
    all.map((match) => ({
      group: match?.[1]?.trim() ?? '',
      team_id: Number(match?.[2]),
      role: match?.[3] as GroupRole['role'],
    })),
  )

export const SIGN_IN_SETTINGS = {
  SITEWATCH_OIDC_ISSUER: {
    schema: httpUrl.optional(),
    help: 'Issuer URL of an OpenID Connect provider, for [single sign-on](guides/single-sign-on.md)',
    shown: 'none',
  },
  SITEWATCH_OIDC_CLIENT_ID: {
    schema: z.string().min(1).optional(),
    help: 'Client ID at the provider. Its redirect URI is BASE_URL followed by `/sso/callback`',
  },
  SITEWATCH_OIDC_CLIENT_SECRET: {
    schema: z.string().min(1).optional(),
    help: 'Client secret at the provider. Without it, Sitewatch is a public client',
    secret: true,
  },
  SITEWATCH_OIDC_SCOPES: {
    schema: z
      .string()
      .regex(/(^| )openid( |$)/, 'must contain openid, such as "openid email profile"')
      .default('openid email profile'),
    help: 'Scopes to request, separated by spaces',
    shown: 'openid email profile',
  },
  SITEWATCH_OIDC_NAME: {
    schema: z.string().min(1).max(50, 'must have at most 50 characters').default('single sign-on'),
    help: 'Name of the provider on the sign-in page, as in “Sign in with Example”',
    shown: 'single sign-on',
  },
  SITEWATCH_OIDC_GROUPS_CLAIM: {
    schema: z.string().min(1).default('groups'),
    help: 'Claim that lists the groups of a person',
    shown: 'groups',
  },
  SITEWATCH_OIDC_GROUPS: {
    schema: groupRoles.optional(),
    help: 'Team and role for members of a group, `group=team ID:role`, separated by semicolons, e.g. `ops=12:admin;staff=12:viewer`. Applied at every single sign-on',
    shown: 'none',
  },
  SITEWATCH_PASSWORD_SIGN_IN: {
    schema: zeroOrOne.default(true),
    help: '`0`: people sign in only by single sign-on, not with passwords or passkeys. `sitewatch user sign-in-link` lets an administrator in',
    shown: '1',
  },
} as const satisfies Record<string, Setting>

/** Checks settings that depend on each other. */
export function checkSignInSettings(config: {
  SITEWATCH_OIDC_ISSUER?: string | undefined
  SITEWATCH_OIDC_CLIENT_ID?: string | undefined
  SITEWATCH_PASSWORD_SIGN_IN: boolean
}): void {
  const { SITEWATCH_OIDC_ISSUER: issuer, SITEWATCH_OIDC_CLIENT_ID: client_id } = config
  if ((issuer === undefined) !== (client_id === undefined)) {
    throw new ConfigError('Set both SITEWATCH_OIDC_ISSUER and SITEWATCH_OIDC_CLIENT_ID, or neither.')
  }
  if (issuer === undefined && !config.SITEWATCH_PASSWORD_SIGN_IN) {
    throw new ConfigError('SITEWATCH_PASSWORD_SIGN_IN=0 needs single sign-on: set SITEWATCH_OIDC_ISSUER as well.')
  }
}
