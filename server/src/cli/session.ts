import { createVault, type Vault } from '../accounts/index.ts'
import { type Config, readConfig } from '../config.ts'
import { createLog } from '../platform/log.ts'
import { connectPostgres, type Postgres } from '../platform/postgres/index.ts'
import { prepareDatabase } from '../platform/postgres/provision.ts'

export interface CliSession {
  config: Config
  postgres: Postgres
  vault: Vault
}

/** Opens the database for one command, migrating it first as the service would, and closes it again. */
export async function withSession<T>(fn: (session: CliSession) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const log = createLog('silent')
  const { servingUrl } = await prepareDatabase(config, log)
  const postgres = connectPostgres({ connectionString: servingUrl, size: 1, onError: () => undefined })
  try {
    return await fn({ config, postgres, vault: createVault(config) })
  } finally {
    await postgres.close()
  }
}

/** With --json exactly one line on standard output; otherwise words for people. */
export function print(json: boolean | undefined, value: object, words: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : words}\n`)
}
