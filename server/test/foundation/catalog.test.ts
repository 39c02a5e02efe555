import { describe, expect, it } from 'vitest'
import { grantBackup } from '../../src/platform/postgres/backup-role.ts'
import { cloneDatabase } from '../support/database.ts'
import { findCatalogDefects } from './catalog.ts'

const { admin } = await cloneDatabase()

/** In a transaction that is rolled back, because a separate database for each test would take most of the time. */
async function findDefectsWith(statement: string): Promise<string[]> {
  const client = await admin.connect()
  try {
    await client.query(`begin; ${statement}`)
    return await findCatalogDefects(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('the database schema', () => {
  it('follows every rule of tenancy', async () => {
    expect(await findCatalogDefects(admin)).toEqual([])
  })
})

const TABLE = `create table things (id bigint primary key, team_id bigint not null references teams, unique (team_id, id));
  alter table things enable row level security; alter table things force row level security;
  create policy team on things to sitewatch_user using (team_id = (select current_team_id()));
  create policy writers_insert on things as restrictive for insert to sitewatch_user with check ((select require_writer()));
  create policy writers_update on things as restrictive for update to sitewatch_user using ((select require_writer()));
  create policy writers_delete on things as restrictive for delete to sitewatch_user using ((select require_writer()));
  create policy key_limit on things as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
  grant select, insert, update, delete on things to sitewatch_user; grant select on things to sitewatch_guest`
const FUNCTION = `create function act() returns void language sql security definer set search_path = sitewatch, pg_temp as 'select';
  alter function act owner to sitewatch_jobs; revoke all on function act from public`

describe('the check of the database schema', () => {
  it.each([
    ['a table without row-level security', 'create table things (team_id bigint)', 'enabled'],
    ['a table on which it is not forced', `${TABLE}; alter table things no force row level security`, 'forced'],
    ['a table on which it is not enabled', `${TABLE}; alter table things disable row level security`, 'enabled'],
    [
      'a table without a policy',
      `${TABLE}; drop policy team on things; drop policy writers_insert on things;
         drop policy writers_update on things; drop policy writers_delete on things; drop policy key_limit on things`,
      'has a policy',
    ],
    [
      'a policy that compares nothing',
      `${TABLE}; create policy open on things to sitewatch_user using (true)`,
      'compares the team or the person',
    ],
    [
      'a policy that lets anything be written',
      `${TABLE}; drop policy team on things; create policy team on things to sitewatch_user
         using (team_id = (select current_team_id())) with check (true)`,
      'compares the team or the person',
    ],
    ['a table that a viewer could write to', `${TABLE}; drop policy writers_delete on things`, 'depends on the role'],
    [
      'a table whose policies ignore the role, though nobody may write to it yet',
      `${TABLE}; revoke insert, update, delete on things from sitewatch_user; drop policy writers_update on things`,
      'all three policies',
    ],
    [
      'a policy that shows a guest the whole team',
      `${TABLE}; create policy guest on things for select to sitewatch_guest using (team_id = (select current_team_id()))`,
      "a guest's policy",
    ],
    ['a table that limited keys see whole', `${TABLE}; drop policy key_limit on things`, 'limits keys'],
    [
      'a policy that gives limited keys more',
      `${TABLE}; create policy more on things to sitewatch_limited using (true)`,
      'only takes away',
    ],
    ['a right of limited keys', `${TABLE}; grant select on things to sitewatch_limited`, 'no rights of their own'],
    [
      'a column that a guest may not read',
      `${TABLE}; revoke select on things from sitewatch_guest`,
      'a guest may read',
    ],
    [
      'a function that acts for every role',
      `${FUNCTION}; grant execute on function act to sitewatch_user`,
      'checks the role',
    ],
    [
      'a policy for everybody',
      `${TABLE}; create policy open on things using (team_id = (select current_team_id()))`,
      'no policy is for everybody',
    ],
    [
      'a foreign key that does not lead with the team or the person',
      `${TABLE}; alter table things add column key_id bigint references api_keys (id)`,
      'leads with the team or the person',
    ],
    [
      'a foreign key that names the team last',
      `${TABLE}; alter table api_keys add unique (id, team_id);
       alter table things add column key_id bigint, add foreign key (key_id, team_id) references api_keys (id, team_id)`,
      'leads with the team or the person',
    ],
    [
      'a foreign key without an index',
      `${TABLE}; alter table things add column key_id bigint, add foreign key (team_id, key_id) references api_keys (team_id, id)`,
      'has an index',
    ],
    ['a view with the rights of its owner', 'create view all_keys as select * from api_keys', 'rights of its reader'],
    ['a materialised view', 'create materialized view all_keys as select * from api_keys', 'materialised view'],
    ['a function without a search_path', `${FUNCTION}; alter function act reset search_path`, 'search_path'],
    [
      'a search_path that others can shadow',
      `${FUNCTION}; alter function act set search_path = sitewatch`,
      'search_path',
    ],
    ['a function for everybody', `${FUNCTION}; grant execute on function act to public`, 'not for everybody'],
    ['a function of a superuser', `${FUNCTION}; alter function act owner to postgres`, 'never to a superuser'],
    ['a table for everybody', `${TABLE}; grant select on things to public`, 'granted to everybody'],
    ['a right of the administrator', 'grant select on api_keys to sitewatch_admin', "administrator's role"],
    ['a column too many', 'grant select (password_hash) on users to sitewatch_admin', "administrator's role"],
  ])('finds %s', async (_what, statement, says) => {
    const defects = await findDefectsWith(statement)
    expect(
      defects.some((defect) => defect.includes(says)),
      defects.join('\n'),
    ).toBe(true)
  })

  it('accepts a table and a function that follow the rules', async () => {
    const statement = `${TABLE}; ${FUNCTION}; create view mine with (security_invoker) as select * from things`
    expect(await findDefectsWith(`${statement}; ${grantBackup('sitewatch')}`)).toEqual([])
  })
})
