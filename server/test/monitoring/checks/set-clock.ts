import type { TestDatabase } from '../../support/database.ts'

/** Sets the clock of Postgres forward or back, as far as checks use it. */
export const setClock = ({ admin }: TestDatabase, offset: string) =>
  admin.query(`create or replace function checks_clock() returns timestamptz language sql volatile
    as $$ select clock_timestamp() + interval '${offset}' $$`)
