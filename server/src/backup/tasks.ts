import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { clearNotice, type NoticeParts, notifyAdministrators } from '../identity/accounts/index.ts'
import { defineTask, type Task } from '../platform/jobs/index.ts'
import type { BackupResult } from './create.ts'
import { type BackupStatus, isBackupRunning, readBackupStatus, recordFailure } from './status.ts'

export interface BackupTaskParts extends NoticeParts {
  config: Config
  /** The URL of a role that may read every row, which this process itself does not use; null if no backups are scheduled. */
  backup_url: string | null
}

const NOTICE = 'backup_failed'
const RETRY_SECONDS = 3600
const LAUNCHER = fileURLToPath(new URL('../../launch/sitewatch.cjs', import.meta.url))

/** A failed backup is retried sooner than the next one is due. */
export function isBackupDue(
  { attempted_at, succeeded_at }: BackupStatus,
  every_hours: number,
  now_seconds: number,
): boolean {
  const every_seconds = every_hours * 3600
  if (succeeded_at !== null && now_seconds - succeeded_at < every_seconds) return false
  return attempted_at === null || now_seconds - attempted_at >= Math.min(every_seconds, RETRY_SECONDS)
}

interface BackupCommand {
  folder: string
  keep: number
  url: string
}

/** Runs in a separate process, so that compression and encryption do not block this one. It inherits the other settings. */
async function runBackupCommand({ folder, keep, url }: BackupCommand) {
  const { DATABASE_URL_FILE: _, ...env } = process.env
  const child = spawn(process.execPath, [LAUNCHER, 'backup', '--to', folder, '--keep', String(keep), '--json'], {
    env: { ...env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killChild = (): void => void child.kill()
  process.once('exit', killChild)
  let [output, error] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', killChild)
  const warning = code === 0 ? (JSON.parse(output) as Pick<BackupResult, 'warning'>).warning : undefined
  return { code, error: error.trim(), warning }
}

async function notifyAboutFailure(parts: BackupTaskParts, { error, succeeded_at }: BackupStatus): Promise<void> {
  const last =
    succeeded_at === null
      ? 'There is no successful backup yet.'
      : `The last successful backup is from ${new Date(succeeded_at * 1000).toISOString()}.`
  await notifyAdministrators(parts, NOTICE, {
    subject: 'Sitewatch backup failed',
    paragraphs: [`A backup of ${parts.config.BASE_URL} failed: ${error}`, last],
    ending: 'Run "sitewatch backup" on the server to try again.',
  })
}

/** Makes a backup if one is due, and notifies the administrators if the last one failed. */
export async function runScheduledBackup(parts: BackupTaskParts, now_seconds = Date.now() / 1000): Promise<void> {
  const { config, backup_url: url, postgres, log } = parts
  const { SITEWATCH_BACKUP_DIR: folder, SITEWATCH_BACKUP_KEEP: keep } = config
  const before = await readBackupStatus(postgres)
  const isDue =
    folder !== undefined && url !== null && isBackupDue(before, config.SITEWATCH_BACKUP_INTERVAL_HOURS, now_seconds)
  // A backup that takes longer than an hour is not started a second time.
  if (isDue && !(await isBackupRunning(postgres))) {
    const { code, error, warning } = await runBackupCommand({ folder, keep, url })
    if (warning !== undefined) log.warn({ folder, warning }, 'backup made, with a warning')
    else if (code === 0) log.info({ folder }, 'backup made')
    else {
      log.error({ folder, error }, 'backup failed, will retry in an hour')
      // The command may have ended before it recorded its own failure.
      const { failures } = await readBackupStatus(postgres)
      if (failures === before.failures) await recordFailure(postgres, error)
    }
  }
  const after = await readBackupStatus(postgres)
  if ((after.failed_at ?? 0) > (after.succeeded_at ?? 0)) await notifyAboutFailure(parts, after)
  else await clearNotice(parts, NOTICE)
}

export const backupTask = (parts: BackupTaskParts): Task =>
  defineTask({
    name: 'back_up',
    payload: z.object({}).loose(),
    cron: '*/5 * * * *',
    run: () => runScheduledBackup(parts),
  })
