import { isAddress, networkOf } from '../../http/client-address.ts'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'

const MAX_NETWORKS = 20

/** In the notation of Postgres's inet type; null when the text is not an address. */
export const readNetwork = (address: string): string | null => (isAddress(address) ? networkOf(address) : null)

/** Keeps only the newest ones, so that the list of a person who travels does not grow for ever. */
export async function rememberNetwork(tx: RoleTx<'auth'>, user_id: number, address: string): Promise<void> {
  const network = readNetwork(address)
  if (network === null) return
  await tx.execute(sql`
    insert into sign_in_networks (user_id, network) values (${user_id}, ${network})
    on conflict (user_id, network) do update set last_signed_in_at = now()`)
  await tx.execute(sql`
    delete from sign_in_networks where user_id = ${user_id} and network in (
      select network from sign_in_networks where user_id = ${user_id}
      order by last_signed_in_at desc offset ${MAX_NETWORKS})`)
}

export async function isKnownNetworkUnscoped(tx: RoleTx<'auth'>, email: string, network: string): Promise<boolean> {
  if (!isAddress(network.split('/')[0] ?? '')) return false
  const found = await tx.maybe(sql`
    select 1 from sign_in_networks n join users u on u.id = n.user_id
    where u.email = ${email.toLowerCase()} and n.network = ${network}::cidr`)
  return found !== undefined
}

/** The network if that account has signed in from it before; otherwise null, which stands for all unknown networks together. */
export async function findKnownNetwork(tx: RoleTx<'auth'>, user_id: number, address: string): Promise<string | null> {
  const network = readNetwork(address)
  if (network === null) return null
  const row = await tx.maybe(sql<{ network: string }>`
    select network::text from sign_in_networks where user_id = ${user_id} and network = ${network}::cidr`)
  return row?.network ?? null
}
