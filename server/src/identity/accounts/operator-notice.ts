import type { Log } from '../../platform/log.ts'
import { composeLetter } from '../../platform/mail/letter.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { type Postgres, sql } from '../../platform/postgres/index.ts'

export interface NoticeParts {
  postgres: Postgres
  mailer: Mailer | null
  log: Log
}

type Letter = Parameters<typeof composeLetter>[0]

function listAdministratorsUnscoped(postgres: Postgres): Promise<{ email: string }[]> {
  return postgres.asRole(
    'auth',
    (tx) => tx.query(sql<{ email: string }>`select email from users where is_administrator and not is_suspended`),
    { readOnly: true },
  )
}

/** Mails every administrator once, and again only after `clearNotice`. False if they were notified before. */
export async function notifyAdministrators(
  { postgres, mailer, log }: NoticeParts,
  name: string,
  letter: Letter,
): Promise<boolean> {
  const isNew = await postgres.asRole('worker', (tx) =>
    tx.execute(sql`insert into operator_notices (name) values (${name}) on conflict do nothing`),
  )
  if (isNew === 0) return false
  for (const { email } of mailer ? await listAdministratorsUnscoped(postgres) : []) {
    await mailer
      ?.send({ to: email, ...composeLetter(letter) })
      .catch((error: unknown) => log.warn({ err: error, notice: name }, 'e-mail to an administrator failed'))
  }
  return true
}

/** Call it when the reason for the notice is gone. False if there was no notice. */
export async function clearNotice({ postgres }: Pick<NoticeParts, 'postgres'>, name: string): Promise<boolean> {
  const cleared = await postgres.asRole('worker', (tx) =>
    tx.execute(sql`delete from operator_notices where name = ${name}`),
  )
  return cleared > 0
}
