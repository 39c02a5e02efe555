import type { Command } from 'commander'
import { BackupReader, restoreBackup, verifyBackup } from '../backup/index.ts'
import { readConfig } from '../config.ts'
import { createTerminalLog } from '../platform/log.ts'
import { explainBackupFailure, readPassphrase } from './backup.ts'
import type { CommandIo } from './io.ts'
import { print } from './session.ts'

interface RestoreFlags {
  from: string
  passphraseFile?: string
  json?: boolean
}

async function runRestore({ from, passphraseFile, json }: RestoreFlags, io: CommandIo): Promise<void> {
  const config = readConfig(io.env)
  const reader = await BackupReader.open(from, readPassphrase(passphraseFile, config))
  // Verified before anything is changed.
  await verifyBackup(reader, { countHistory: false })
  const restored = await restoreBackup(config, createTerminalLog(io.stderr), reader)
  const seconds = (restored.duration_ms / 1000).toFixed(1)
  print(
    io,
    json,
    restored,
    `Restored the backup of ${restored.point}: ${restored.rows} rows in ${seconds} s. Start the service now.`,
  )
}

export function addRestoreCommand(program: Command, io: CommandIo): void {
  program
    .command('restore')
    .description('Restore a backup into an empty database and an empty history store. Stop the service first')
    .requiredOption('--from <backup>', 'folder of the backup; in a folder of several, the newest is restored')
    .option(
      '--passphrase-file <file>',
      'file with the passphrase of an encrypted backup (default: SITEWATCH_BACKUP_PASSPHRASE)',
    )
    .option('--json', 'print one line of JSON')
    .action((flags: RestoreFlags) => runRestore(flags, io).catch(explainBackupFailure))
}
