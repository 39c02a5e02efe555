import type { Config } from '../../config.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Postgres } from '../../platform/postgres/index.ts'

export interface AccountTaskParts {
  config: Pick<Config, 'BASE_URL' | 'SITEWATCH_SECRET'>
  postgres: Postgres
  mailer: Mailer | null
  log: Log
}
