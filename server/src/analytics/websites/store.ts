import { isAtLeast, type Website } from '@sitewatch/contract'
import { checkQuota } from '../../identity/accounts/index.ts'
import type { Actor } from '../../http/auth.ts'
import { notFound, problem } from '../../http/problem.ts'
import { CELL_PREFIX } from '../../platform/cell.ts'
import { randomBase62 } from '../../platform/base62.ts'
import { emptySql, sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { websiteAssignments, INSERTED_SETTINGS, websiteValues, WEBSITE_RECORD } from './columns.ts'
import { savePreferences } from './preferences.ts'
import { passwordMissing, type PreparedChanges, type PreparedWebsite } from './settings.ts'

/** The cell prefix, for a router in front of several cells, and 83 random bits. */
const makeTrackingId = (): string => CELL_PREFIX + randomBase62(16, 22).slice(-14)

export async function insertWebsite(tx: UserTx, input: PreparedWebsite, quota: number | undefined): Promise<Website> {
  await checkQuota(tx, 'websites', quota)
  const record = await tx.maybe(sql<Website>`
    insert into websites as w (team_id, domain, password_hash, tracking_id, ${INSERTED_SETTINGS})
    values (${tx.team_id}, ${input.domain}, ${input.password_hash}, ${makeTrackingId()}, ${websiteValues(input)})
    on conflict (team_id, domain) do nothing
    returning ${WEBSITE_RECORD}`)
  if (record && input.email === 0) return record
  if (record) {
    await savePreferences(tx, record.id, { email: input.email })
    return findWebsite(tx, record.id)
  }
  throw problem('already_exists', {
    detail: `You already have the website ${input.domain}.`,
    errors: [{ field: 'domain', code: 'already_exists', message: `domain ${input.domain} is already registered.` }],
  })
}

export async function findWebsite(tx: UserTx, id: number): Promise<Website> {
  const record = await tx.maybe(sql<Website>`
    select ${WEBSITE_RECORD} from websites w where w.team_id = ${tx.team_id} and w.id = ${id}`)
  if (!record) throw notFound()
  return record
}

/** A member who can only read the team's data may still change their preferences; nothing is locked then. */
export const lockWebsite = (tx: UserTx, id: number, { role }: Pick<Actor, 'role'>): Promise<Website | undefined> =>
  tx.maybe(sql<Website>`
    select ${WEBSITE_RECORD} from websites w where w.team_id = ${tx.team_id} and w.id = ${id}
    ${isAtLeast(role, 'editor') ? sql`for no key update` : emptySql}`)

type SettingsChanges = Omit<PreparedChanges, 'favorite' | 'email'>

/** Whether the changes include more than the preferences of the user. */
const hasSettings = (changes: Partial<PreparedChanges>): boolean =>
  Object.entries(changes).some(([name, value]) => name !== 'favorite' && name !== 'email' && value !== undefined)

async function updateSettings(tx: UserTx, id: number, changes: SettingsChanges): Promise<Website | undefined> {
  const { password_hash } = changes
  const statement = sql<Website>`
    update websites w set
      ${password_hash === undefined ? emptySql : sql`password_hash = ${password_hash}, password_version = w.password_version + 1,`}
      ${websiteAssignments(changes)}
    where w.team_id = ${tx.team_id} and w.id = ${id}
    returning ${WEBSITE_RECORD}`
  return tx.maybe(statement).catch((error: unknown) => {
    // The check constraint that privacy 2 requires a password: only the row shows whether one is stored.
    if (sqlState(error) !== '23514' || changes.privacy !== 2) throw error
    const missing = passwordMissing()
    throw problem('validation_failed', { detail: missing.message, errors: [missing], cause: error })
  })
}

/** Preferences belong to the user, everything else to the team. */
export async function updateWebsite(tx: UserTx, id: number, changes: PreparedChanges): Promise<Website> {
  const { favorite, email, ...settings } = changes
  if (favorite !== undefined || email !== undefined) await savePreferences(tx, id, { favorite, email })
  if (!hasSettings(changes)) return findWebsite(tx, id)
  const record = await updateSettings(tx, id, settings)
  if (!record) throw notFound()
  return record
}

/** Its events are deleted in the background: a trigger records what to purge and adds the job in this transaction. */
export async function deleteWebsite(tx: UserTx, id: number): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`delete from websites where team_id = ${tx.team_id} and id = ${id}`)
  if (deleted === 0) throw notFound()
  return { id }
}
