import { statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { findHolder } from './embedded.ts'

/** The user who created the store, or for whom its folder was created. */
function findOwner(folder: string): number | undefined {
  const found = [path.join(folder, 'metadata'), folder].map((each) => statSync(each, { throwIfNoEntry: false }))
  return found.find((each) => each !== undefined)?.uid
}

/** Whether the service, which runs as that user, has the store open. A process with the number of one that was killed is another one. */
function isHeldBy(owner: number, folder: string): boolean {
  const pid = findHolder(folder)
  return pid !== undefined && statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === owner
}

/**
 * Why a command must not open the embedded store as root: the service, which runs as another user, could not change what root adds to it,
 * such as the test row of `sitewatch doctor`. Undefined if it may, or if the service has the store open, so that the command cannot.
 */
export function explainForeignOwner({
  SITEWATCH_DATA_DIR,
  CLICKHOUSE_URL,
}: Pick<Config, 'SITEWATCH_DATA_DIR' | 'CLICKHOUSE_URL'>): string | undefined {
  if (CLICKHOUSE_URL !== undefined || process.getuid?.() !== 0) return undefined
  const folder = path.resolve(SITEWATCH_DATA_DIR)
  const owner = findOwner(folder)
  if (owner === undefined || owner === 0 || isHeldBy(owner, folder)) return undefined
  return (
    `The history in ${folder} belongs to user ${owner}, who could not use what root writes there. ` +
    'Run this command as the user of the service, for example with "runuser -u sitewatch -- …".'
  )
}
