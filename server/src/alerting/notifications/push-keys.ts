import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Vault } from '../../identity/accounts/index.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { open, seal } from '../../platform/secrets.ts'

/** The key pair that signs our messages to push services (VAPID, RFC 8292). */
export interface VapidKeys {
  /** 65 bytes in base64url: what a browser subscribes with. */
  public_key: string
  private_key: KeyObject
}

export interface PushKeys {
  read(): Promise<VapidKeys>
}

const BINDING = 'push_keys.private_key'
const CURVE = 'prime256v1'

/** The uncompressed point, which is the format of browsers and push services. */
export function encodePublicKey(key: KeyObject): string {
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')
}

interface Row {
  data_key: Buffer
  private_key: Buffer
}

const findRow = (tx: RoleTx<'auth'>): Promise<Row | undefined> =>
  tx.maybe(sql<Row>`select data_key, private_key from push_keys`)

function openRow(vault: Vault, { data_key, private_key }: Row): VapidKeys {
  const der = open(vault.openDataKey(data_key), private_key, BINDING)
  if (!der) throw new Error('the push key does not open')
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { public_key: encodePublicKey(key), private_key: key }
}

async function insertKeys(tx: RoleTx<'auth'>, vault: Vault): Promise<Row> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE })
  const data_key = vault.makeDataKey()
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  // Two processes may run this at once. The later one uses the key of the other.
  await tx.execute(sql`
    insert into push_keys (data_key, private_key) values (${data_key}, ${seal(vault.openDataKey(data_key), der, BINDING)})
    on conflict do nothing`)
  return tx.one(sql<Row>`select data_key, private_key from push_keys`)
}

/** The keys of this installation. Created on first use and never replaced, because every subscription is bound to them. */
export function createPushKeys({ postgres, vault }: { postgres: Postgres; vault: Vault }): PushKeys {
  let cached: VapidKeys | undefined
  return {
    async read() {
      cached ??= openRow(
        vault,
        (await postgres.asRole('auth', findRow, { readOnly: true })) ??
          (await postgres.asRole('auth', (tx) => insertKeys(tx, vault))),
      )
      return cached
    },
  }
}
