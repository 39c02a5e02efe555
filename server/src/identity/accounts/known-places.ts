import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import { findKnownNetwork, readNetwork, rememberNetwork } from './known-networks.ts'

/** In this order: most browsers also name another one. */
const BROWSERS = { 'Edg/': 'Edge', 'OPR/': 'Opera', 'Firefox/': 'Firefox', 'Chrome/': 'Chrome', 'Safari/': 'Safari' }
const SYSTEMS = {
  iPhone: 'iOS',
  iPad: 'iOS',
  Android: 'Android',
  Windows: 'Windows',
  'Mac OS X': 'macOS',
  Linux: 'Linux',
}

const findName = (names: Record<string, string>, text: string): string | undefined =>
  Object.entries(names).find(([part]) => text.includes(part))?.[1]

/** "Firefox on Linux", without versions, so that an update is not a new browser. Null for a program that is none. */
export function nameBrowser(user_agent: string | undefined): string | null {
  if (user_agent === undefined) return null
  const browser = findName(BROWSERS, user_agent)
  const system = findName(SYSTEMS, user_agent)
  return browser !== undefined && system !== undefined ? `${browser} on ${system}` : (browser ?? null)
}

interface Place {
  address: string
  user_agent: string | undefined
}

/** Remembers the network and the browser. True if one of them is new to the account, but not for the first sign-in of a new account. */
export async function rememberPlace(tx: RoleTx<'auth'>, user_id: number, { address, user_agent }: Place) {
  const browser = nameBrowser(user_agent)
  const isNewNetwork = readNetwork(address) !== null && (await findKnownNetwork(tx, user_id, address)) === null
  const known = await tx.one(sql<{ is_new_account: boolean; has_browsers: boolean; is_new_browser: boolean }>`
    select created_at = now()::timestamptz(3) as is_new_account,
      exists (select from sign_in_browsers where user_id = ${user_id}) as has_browsers,
      ${browser}::text is not null
        and not exists (select from sign_in_browsers where user_id = ${user_id} and browser = ${browser}) as is_new_browser
    from users where id = ${user_id}`)
  await rememberNetwork(tx, user_id, address)
  if (browser !== null)
    await tx.execute(sql`
      insert into sign_in_browsers (user_id, browser) values (${user_id}, ${browser})
      on conflict (user_id, browser) do update set last_signed_in_at = now()`)
  return !known.is_new_account && (isNewNetwork || (known.has_browsers && known.is_new_browser))
}
