import { checkSecretUnscoped, createVault, type Vault } from '../identity/accounts/index.ts'
import { type Config, readConfig } from '../config.ts'
import { createTerminalLog } from '../platform/log.ts'
import { connectPostgres, type Postgres } from '../platform/postgres/index.ts'
import { prepareDatabase } from '../platform/postgres/provision.ts'
import type { CommandIo } from './io.ts'

export interface CliSession {
  config: Config
  postgres: Postgres
  vault: Vault
}

/** Opens the database for one command, migrating it first as the service would, and closes it again. */
export async function withSession<T>(io: CommandIo, fn: (session: CliSession) => Promise<T>): Promise<T> {
  const config = readConfig(io.env)
  const { servingUrl } = await prepareDatabase(config, createTerminalLog(io.stderr))
  const postgres = connectPostgres({ connectionString: servingUrl, size: 1, onError: () => undefined })
  try {
    const vault = createVault(config)
    await checkSecretUnscoped(postgres, vault)
    return await fn({ config, postgres, vault })
  } finally {
    await postgres.close()
  }
}

/** With --json exactly one line on standard output; otherwise readable text. */
export function print(io: CommandIo, json: boolean | undefined, value: object, text: string): void {
  io.stdout.write(`${json ? JSON.stringify(value) : text}\n`)
}
