import pg from 'pg'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { connectPostgres, type Postgres } from '../../src/platform/postgres/index.ts'
import { prepareDatabase } from '../../src/platform/postgres/provision.ts'
import { TEST_SECRET } from '../support/secret.ts'

/**
 * In this database every time function reads a sequence, which the simulation sets. That works for all statements, also those of
 * graphile-worker and the defaults of columns, because the planner replaces a call of these functions by their text. A sequence, because
 * setting it needs no transaction.
 */
const CLOCK = `
  create schema simulation;
  grant usage on schema simulation to public;
  create sequence simulation.wall minvalue 0;
  create sequence simulation.monotonic minvalue 0;
  grant select on all sequences in schema simulation to public;
  create function simulation.now() returns timestamptz language sql stable
    as $$ select to_timestamp(last_value / 1000.0) from simulation.wall $$;
  create or replace function pg_catalog.now() returns timestamptz language sql stable as $$ select simulation.now() $$;
  create or replace function pg_catalog.transaction_timestamp() returns timestamptz language sql stable as $$ select simulation.now() $$;
  create or replace function pg_catalog.statement_timestamp() returns timestamptz language sql stable as $$ select simulation.now() $$;
  create or replace function pg_catalog.clock_timestamp() returns timestamptz language sql volatile as $$ select simulation.now() $$;`

/** Every change of the rows that the promises are about, by the clock that nobody sets. */
const JOURNAL = `
  create table simulation.journal (id bigint generated always as identity, at bigint, source text, row jsonb, old jsonb);
  create function simulation.record() returns trigger language plpgsql security definer as $$ begin
    insert into simulation.journal (at, source, row, old)
      values ((select last_value from simulation.monotonic), tg_table_name, to_jsonb(new), case tg_op when 'UPDATE' then to_jsonb(old) end);
    return null;
  end $$;
  create trigger simulation_deliveries after insert or update on sitewatch.deliveries for each row execute function simulation.record();
  create trigger simulation_incidents after insert or update on sitewatch.incidents for each row execute function simulation.record();
  create trigger simulation_messages after insert on sitewatch.escalation_messages for each row execute function simulation.record();`

const TABLES = `select c.oid::regclass::text as name from pg_class c
  where c.relkind = 'r' and c.relnamespace in ('sitewatch'::regnamespace, 'graphile_worker'::regnamespace, 'simulation'::regnamespace)`

export interface JournalRow {
  at: number
  source: 'deliveries' | 'incidents' | 'escalation_messages'
  row: Record<string, unknown>
  old: Record<string, unknown> | null
}

/** A real database with a clock of its own, which thousands of seeds use one after the other. */
export interface SimulatedDatabase {
  readonly postgres: Postgres
  /** A superuser without row-level security, for the world around the service and for the assertions. */
  readonly admin: pg.Client
  readonly jobs: pg.Pool
  readonly team_id: number
  setClock(wall: number, monotonic: number): Promise<void>
  readJournal(): Promise<JournalRow[]>
  /** Removes everything that a seed left; ids begin with 1 again. */
  empty(): Promise<void>
  close(): Promise<void>
}

/** `url`: of a superuser, in a migrated database that nobody else uses. */
export async function openSimulatedDatabase(url: string): Promise<SimulatedDatabase> {
  const config = readConfig({ DATABASE_URL: url, SITEWATCH_SECRET: TEST_SECRET })
  const { servingUrl } = await prepareDatabase(config, createLog('silent'))
  const admin = new pg.Client({ connectionString: url, options: '-c search_path=sitewatch' })
  await admin.connect()
  await admin.query(CLOCK + JOURNAL)
  // A plan must not depend on how often a statement was executed before, or the order of rows would.
  await admin.query(
    `do $$ begin execute format('alter database %I set plan_cache_mode = force_custom_plan', current_database()); end $$`,
  )
  const { rows } = await admin.query<{ id: number }>(
    `insert into users (email, password_hash, data_key) values ('simulation@example.com', '-', '') returning id::int`,
  )
  await admin.query('vacuum')
  const kept = await admin.query<{ name: string }>(`${TABLES} and pg_relation_size(c.oid) > 0`)
  const keptNames = kept.rows.map(({ name }) => name)
  const counters = await admin.query<{ name: string; next: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value + 1, start_value) as next from pg_sequences
     where schemaname in ('sitewatch', 'graphile_worker') or sequencename = 'journal_id_seq'`,
  )
  const restart = counters.rows.map(({ name, next }) => `setval('${name}', ${next}, false)`).join(', ')
  const postgres = connectPostgres({ connectionString: servingUrl, size: 4, onError: () => undefined })
  const jobs = postgres.openJobsPool(2)
  return {
    postgres,
    admin,
    jobs,
    team_id: rows[0]?.id ?? 0,
    async setClock(wall, monotonic) {
      await admin.query(`select setval('simulation.wall', $1), setval('simulation.monotonic', $2)`, [
        Math.round(wall),
        Math.round(monotonic),
      ])
    },
    async readJournal() {
      const journal = await admin.query<JournalRow>(
        'select at::float8, source, row, old from simulation.journal order by id',
      )
      return journal.rows
    },
    async empty() {
      const used = await admin.query<{ name: string }>(
        `${TABLES} and pg_relation_size(c.oid) > 0 and not c.oid::regclass::text = any($1) order by 1`,
        [keptNames],
      )
      const names = used.rows.map(({ name }) => name)
      await admin.query(
        `begin; set local session_replication_role = replica; ${names.map((name) => `delete from ${name};`).join('')} commit`,
      )
      // Also gives the pages back, so that the order in which rows are found is that of an empty database.
      if (names.length > 0) await admin.query(`vacuum ${names.join(', ')}`)
      await admin.query(`select ${restart}`)
    },
    async close() {
      await postgres.close()
      await admin.end()
    },
  }
}
