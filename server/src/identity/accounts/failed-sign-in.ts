import { ANONYMOUS } from '../../http/audit.ts'
import { networkOf } from '../../http/client-address.ts'
import { countSharedUse } from '../../http/shared-bucket.ts'
import type { RoleTx } from '../../platform/postgres/index.ts'
import { recordAccountEvent } from './audit.ts'
import type { Account } from './store.ts'

const UNKNOWN_ACCOUNT = { name: 'unknown_account', points: 1000, seconds: 3600 }

/** For an unknown account something else is written and committed: otherwise the response time would reveal that it is unknown. */
export async function recordFailedSignIn(
  tx: RoleTx<'auth'>,
  account: Account | undefined,
  address: string,
): Promise<undefined> {
  if (account) await recordAccountEvent(tx, { action: 'session.failed', account, address, actor: ANONYMOUS })
  else await countSharedUse(tx, { policy: UNKNOWN_ACCOUNT, key: networkOf(address) })
}
