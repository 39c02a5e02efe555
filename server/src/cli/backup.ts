import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import {
  BackupReader,
  type BackupResult,
  createBackup,
  Passphrase,
  type Verified,
  verifyBackup,
  WrongPassphrase,
} from '../backup/index.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { createTerminalLog } from '../platform/log.ts'
import type { CommandIo } from './io.ts'
import { print } from './session.ts'

const MIN_PASSPHRASE = 16

/** From the file, or else from the settings. Null: not encrypted. */
export function readPassphrase(
  file: string | undefined,
  config: Pick<Config, 'SITEWATCH_BACKUP_PASSPHRASE'>,
): Passphrase | null {
  if (file === undefined) {
    const set = config.SITEWATCH_BACKUP_PASSPHRASE
    return set === undefined ? null : new Passphrase(set)
  }
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch {
    throw new ConfigError(`--passphrase-file: cannot read the file ${file}`)
  }
  if (text.length < MIN_PASSPHRASE)
    throw new ConfigError(`The passphrase must have at least ${MIN_PASSPHRASE} characters.`)
  return new Passphrase(text)
}

export function explainBackupFailure(error: unknown): never {
  throw error instanceof WrongPassphrase ? new ConfigError(error.message) : error
}

const MIB = 1024 * 1024
const describeSize = ({ rows, history_rows, bytes }: Pick<Verified, 'rows' | 'history_rows' | 'bytes'>): string =>
  `${rows} rows (events and checks: ${history_rows}), ${(bytes / MIB).toFixed(1)} MiB`

function describeResult(result: BackupResult, checked: Verified | undefined): string {
  const { folder, point, duration_ms, removed, warning } = result
  return [
    `Backup of ${point} in ${folder}: ${describeSize(result)}, ${(duration_ms / 1000).toFixed(1)} s.`,
    ...(checked ? ['Verified: all checksums and row counts match.'] : []),
    ...(warning === undefined ? [] : [`Warning: ${warning}`]),
    ...(removed.length > 0 ? [`Deleted old backups: ${removed.join(', ')}`] : []),
  ].join('\n')
}

interface BackupFlags {
  to?: string
  keep?: string
  passphraseFile?: string
  verify?: boolean | string
  json?: boolean
}

function readKeep(keep: string | undefined): number | undefined {
  if (keep === undefined) return undefined
  if (!/^[1-9]\d{0,4}$/.test(keep)) throw new ConfigError('--keep must be a number of backups, at least 1.')
  return Number(keep)
}

async function verifyOnly(
  folder: string,
  { json }: BackupFlags,
  sealing: Passphrase | null,
  io: CommandIo,
): Promise<void> {
  const checked = await verifyBackup(await BackupReader.open(folder, sealing))
  const history = checked.is_history_counted
    ? ''
    : ' History was compared by checksum only: the embedded ClickHouse is not installed.'
  print(io, json, checked, `The backup of ${checked.point} is complete: ${describeSize(checked)}.${history}`)
}

async function runBackup(flags: BackupFlags, io: CommandIo): Promise<void> {
  const config = readConfig(io.env)
  const sealing = readPassphrase(flags.passphraseFile, config)
  if (typeof flags.verify === 'string') return verifyOnly(flags.verify, flags, sealing, io)
  const to = flags.to ?? config.SITEWATCH_BACKUP_DIR
  if (to === undefined) throw new ConfigError('Pass the folder for backups with --to, or set SITEWATCH_BACKUP_DIR.')
  const keep = readKeep(flags.keep)
  const result = await createBackup({ config, log: createTerminalLog(io.stderr), to, sealing, keep })
  const checked = flags.verify ? await verifyBackup(await BackupReader.open(result.folder, sealing)) : undefined
  print(io, flags.json, { ...result, ...(checked && { verified: true }) }, describeResult(result, checked))
}

export function addBackupCommand(program: Command, io: CommandIo): void {
  program
    .command('backup')
    .description('Back up Postgres and the history to a new folder while the service runs, or verify a backup')
    .option('--to <folder>', 'folder for backups; the backup is a new folder inside (default: SITEWATCH_BACKUP_DIR)')
    .option('--keep <number>', 'delete all but this many backups in the folder afterwards')
    .option(
      '--passphrase-file <file>',
      'encrypt with the passphrase in this file (default: SITEWATCH_BACKUP_PASSPHRASE)',
    )
    .option(
      '--verify [backup]',
      'read the new backup again and compare checksums and row counts; with a folder, verify that backup instead',
    )
    .option('--json', 'print one line of JSON')
    .action((flags: BackupFlags) => runBackup(flags, io).catch(explainBackupFailure))
}
