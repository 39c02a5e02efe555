import type pg from 'pg'

interface Rule {
  says: string
  /** Rows of one column, `name`: the objects that break the rule. */
  query: string
}

/** Tables of a team or of a person, with the column that says whose a row is. */
const OWNED = `
  select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity,
    case when c.relname in ('users', 'teams') then 'id' when exists (
      select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped) then 'team_id' else 'user_id' end as scope
  from pg_class c
  where c.relnamespace = 'sitewatch'::regnamespace and c.relkind in ('r', 'p') and (c.relname in ('users', 'teams') or exists (
    select 1 from pg_attribute a where a.attrelid = c.oid and a.attname in ('user_id', 'team_id') and not a.attisdropped))`

/** Policies of members and guests, one row for each expression; command: r, a (insert), w (update), d or *. */
const POLICIES = `
  select p.polrelid, p.polname, p.polcmd, p.polpermissive, t.scope, t.relname, e.text,
    'sitewatch_user'::regrole = any(p.polroles) as is_for_members, 'sitewatch_guest'::regrole = any(p.polroles) as is_for_guests
  from pg_policy p join (${OWNED}) t on t.oid = p.polrelid
    cross join lateral unnest(array[pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)]) as e (text)
  where e.text is not null and p.polroles && array['sitewatch_user'::regrole::oid, 'sitewatch_guest'::regrole::oid]`

/** What makes a policy depend on the member: the role, or that the row belongs to that person. */
const BY_ROLE = `'(require_writer|can_administer|is_owner)\\(\\)|user_id = \\( SELECT (sitewatch\\.)?current_user_id\\(\\)'`

const RULES: Rule[] = [
  {
    says: 'a table of a team or a person has row-level security enabled',
    query: `select relname as name from (${OWNED}) t where not relrowsecurity`,
  },
  {
    says: 'a table of a team or a person has row-level security forced',
    query: `select relname as name from (${OWNED}) t where not relforcerowsecurity`,
  },
  {
    says: 'a table of a team or a person has a policy',
    query: `select relname as name from (${OWNED}) t where not exists (select 1 from pg_policy p where p.polrelid = t.oid)`,
  },
  {
    says: 'a policy of members compares the team or the person of a row with the current one, for reading and for writing',
    query: `select p.polrelid::regclass || ' ' || p.polname as name from (${POLICIES}) p where p.polpermissive and p.text !~ case
        when p.relname = 'users' or p.scope = 'user_id' then '(user_id|\\mid) = \\( SELECT (sitewatch\\.)?current_user_id\\(\\)'
        when p.relname = 'memberships' then '(team_id|user_id) = \\( SELECT (sitewatch\\.)?current_(team|user)_id\\(\\)'
        else '(team_id|\\mid) = \\( SELECT (sitewatch\\.)?current_team_id\\(\\)' end`,
  },
  {
    says: 'what a member may change in a table of a team depends on the role, or on whose the row is',
    query: `select t.relname || ' ' || c.privilege as name from (${OWNED}) t
        cross join (values ('insert', 'a'), ('update', 'w'), ('delete', 'd')) as c (privilege, command)
      where (t.scope = 'team_id' or t.relname = 'teams')
        and (has_table_privilege('sitewatch_user', t.oid, c.privilege)
          or c.privilege <> 'delete' and has_any_column_privilege('sitewatch_user', t.oid, c.privilege))
        and not exists (select from (${POLICIES}) p where p.polrelid = t.oid and p.is_for_members and not p.polpermissive
          and p.polcmd::text in (c.command, '*') and p.text ~ ${BY_ROLE})
        and exists (select from (${POLICIES}) p where p.polrelid = t.oid and p.is_for_members and p.polpermissive
          and p.polcmd::text in (c.command, '*') and p.text !~ ${BY_ROLE})`,
  },
  {
    says: 'a table that a team shares has all three policies of writers, whatever is granted today',
    query: `select t.relname as name from (${OWNED}) t
      where exists (select from (${POLICIES}) p where p.polrelid = t.oid and p.is_for_members and p.polpermissive
          and p.polcmd::text = '*' and p.text !~ ${BY_ROLE} and (t.scope = 'team_id' or t.relname = 'teams'))
        and (select count(distinct p.polcmd) from (${POLICIES}) p
          where p.polrelid = t.oid and p.is_for_members and not p.polpermissive and p.text ~ 'require_writer') <> 3`,
  },
  {
    says: "a guest's policy is about the chosen websites or the person",
    query: `select p.polrelid::regclass || ' ' || p.polname as name from (${POLICIES}) p where p.is_for_guests
      and p.text !~ 'guest_website_ids\\(\\)|current_user_id\\(\\)|FROM (sitewatch\\.)?monitors m'`,
  },
  {
    says: 'a guest may read the columns that a member may read, so that a statement fails for neither',
    query: `select t.relname || '.' || a.attname as name from (${OWNED}) t
        join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      where has_column_privilege('sitewatch_user', t.oid, a.attnum, 'select')
        <> (has_column_privilege('sitewatch_guest', t.oid, a.attnum, 'select') or (t.relname, a.attname) = ('teams', 'data_key'))`,
  },
  {
    says: 'a table that members or guests may use has a policy that limits keys, and belongs to no key or is only written to',
    query: `select t.relname as name from (${OWNED}) t
      where exists (select from (${POLICIES}) p where p.polrelid = t.oid) and t.relname not in ('idempotency', 'audit_log')
        and not exists (select from pg_policy p where p.polrelid = t.oid and not p.polpermissive and p.polcmd = '*'
          and p.polroles @> array['sitewatch_limited'::regrole::oid, 'sitewatch_limited_guest'::regrole::oid])`,
  },
  {
    says: 'a policy of limited keys only takes away',
    query: `select p.polrelid::regclass || ' ' || p.polname as name from pg_policy p where p.polpermissive
      and p.polroles && array['sitewatch_limited'::regrole::oid, 'sitewatch_limited_guest'::regrole::oid]`,
  },
  {
    says: 'the roles of limited keys inherit from that of members or guests alone, and have no rights of their own',
    query: `select m.member::regrole || ' ' || m.roleid::regrole as name from pg_auth_members m
      where m.member in ('sitewatch_limited'::regrole, 'sitewatch_limited_guest'::regrole)
        and (m.member::regrole::text, m.roleid::regrole::text) not in (('sitewatch_limited', 'sitewatch_user'), ('sitewatch_limited_guest', 'sitewatch_guest'))
      union all select relname from pg_class c, aclexplode(c.relacl) x
      where x.grantee in ('sitewatch_limited'::regrole, 'sitewatch_limited_guest'::regrole)`,
  },
  {
    says: 'a SECURITY DEFINER function for members checks the role, unless it is for every member',
    query: `select proname as name from pg_proc p where pronamespace = 'sitewatch'::regnamespace and prosecdef
      and (has_function_privilege('sitewatch_user', p.oid, 'execute') or has_function_privilege('sitewatch_guest', p.oid, 'execute'))
      and prosrc !~ '(require_writer|can_administer|is_owner)\\(\\)' and proname not in ('enter', 'list_members', 'create_team', 'count_team_keys', 'add_security_notice_job')`,
  },
  {
    says: 'no policy is for everybody',
    query: `select p.polrelid::regclass || ' ' || p.polname as name from pg_policy p where 0 = any(p.polroles)`,
  },
  {
    says: 'a foreign key between tables of teams or people leads with the team or the person, on both sides',
    query: `select k.conrelid::regclass || ' ' || k.conname as name
      from pg_constraint k join (${OWNED}) f on f.oid = k.conrelid join (${OWNED}) t on t.oid = k.confrelid
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
      where k.contype = 'f' and not case t.relname when 'users' then a.attname in ('user_id', 'personal_of') and b.attname = 'id'
        else a.attname = f.scope and b.attname = t.scope end`,
  },
  {
    says: 'a foreign key has an index, or each row that it points at costs a scan when it is deleted',
    query: `select k.conrelid::regclass || ' ' || k.conname as name
      from pg_constraint k cross join lateral (
        select coalesce(array_agg(a.attnum) filter (where a.attname <> t.scope), k.conkey) as needed
        from pg_attribute a left join (${OWNED}) t on t.oid = a.attrelid
        where a.attrelid = k.conrelid and a.attnum = any(k.conkey)) c
      where k.contype = 'f' and k.connamespace = 'sitewatch'::regnamespace and not exists (
        select 1 from pg_index i cross join lateral (
          select array_agg(n) as led from unnest((i.indkey::int2[])[0:cardinality(k.conkey) - 1]) n) whole
        where i.indrelid = k.conrelid
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
          and (whole.led @> c.needed and whole.led <@ k.conkey
            or cardinality(c.needed) = 1 and i.indkey[0] = c.needed[1]))`,
  },
  {
    says: 'every table is in a dump: the backup role reads all its rows',
    query: `select relname as name from pg_class c
      where c.relnamespace in ('sitewatch'::regnamespace, 'graphile_worker'::regnamespace) and c.relkind in ('r', 'p')
        and not (has_table_privilege('sitewatch_backup', c.oid, 'select') and (not c.relrowsecurity or exists (
          select 1 from pg_policy p where p.polrelid = c.oid and p.polroles = array['sitewatch_backup'::regrole::oid]
            and pg_get_expr(p.polqual, p.polrelid) = 'true')))`,
  },
  {
    says: 'nobody who serves is a member of the backup role',
    query: `select m.member::regrole::text as name from pg_auth_members m
      where m.roleid = 'sitewatch_backup'::regrole and m.member::regrole::text ~ '^sitewatch_'`,
  },
  {
    says: 'a view asks with the rights of its reader',
    query: `select relname as name from pg_class
      where relnamespace = 'sitewatch'::regnamespace and relkind = 'v'
        and not coalesce(reloptions::text[] && array['security_invoker=true', 'security_invoker=on', 'security_invoker=1'], false)`,
  },
  {
    says: 'there is no materialised view: no policy would guard it',
    query: `select relname as name from pg_class where relnamespace = 'sitewatch'::regnamespace and relkind = 'm'`,
  },
  {
    says: 'a SECURITY DEFINER function has a search_path of its own that ends in pg_temp',
    query: `select proname as name from pg_proc where pronamespace = 'sitewatch'::regnamespace and prosecdef
      and not exists (select 1 from unnest(coalesce(proconfig, '{}')) c where c ~ '^search_path=.*pg_temp"?$')`,
  },
  {
    says: 'a SECURITY DEFINER function is not for everybody',
    query: `select proname as name from pg_proc p where pronamespace = 'sitewatch'::regnamespace and prosecdef
      and (proacl is null or exists (select 1 from aclexplode(proacl) x where x.grantee = 0))`,
  },
  {
    says: 'a SECURITY DEFINER function belongs to a narrow role, never to a superuser',
    query: `select proname as name from pg_proc p join pg_roles r on r.oid = p.proowner
      where pronamespace = 'sitewatch'::regnamespace and prosecdef and (r.rolsuper or r.rolname !~ '^sitewatch_')`,
  },
  {
    says: 'nothing of a team is granted to everybody',
    query: `select relname as name from (${OWNED}) t join pg_class c using (oid, relname), aclexplode(c.relacl) x where x.grantee = 0`,
  },
  {
    says: 'no role of ours is a superuser, bypasses row-level security or inherits, except those of limited keys, whose policies take rights away',
    query: `select rolname as name from pg_roles
      where rolname ~ '^sitewatch_' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb
        or rolinherit <> (rolname in ('sitewatch_limited', 'sitewatch_limited_guest')))`,
  },
  {
    says: 'only the serving login logs in',
    query: `select rolname as name from pg_roles
      where rolname ~ '^sitewatch_' and rolcanlogin <> (rolname ~ '^sitewatch_login_')`,
  },
  {
    says: "the administrator's role reads no table of a team or a person but accounts, their quotas and the ids of their sessions",
    query: `select t.relname || '.' || a.attname as name from (${OWNED}) t
        join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      where has_column_privilege('sitewatch_admin', t.oid, a.attnum, 'select')
        and not (t.relname = 'users' and a.attname not in ('password_hash', 'data_key', 'totp_secret', 'totp_last_step'))
        and not (t.relname = 'sessions' and a.attname in ('id', 'user_id'))
        and not (t.relname = 'teams' and a.attname ~ '^(id|max_|deletion_rows_)')`,
  },
]

/** Everything in the schema that breaks the rules of tenancy. */
export async function findCatalogDefects(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const defects: string[] = []
  for (const { says, query } of RULES) {
    const { rows } = await pool.query<{ name: string }>(query)
    defects.push(...rows.map(({ name }) => `${says}: ${name}`))
  }
  return defects
}
