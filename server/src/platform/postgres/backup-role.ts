/**
 * A read-only role for pg_dump. Row-level security hides the rows from every role that is not a superuser, including the owner of the
 * tables; this role has its own policy on each table. The login that serves requests is not a member of it.
 */
export const BACKUP_ROLE = 'sitewatch_backup'

/** Granted again after every migration, so that no new table is missing in a dump. Run as the owner of the schema. */
export const grantBackup = (schema: 'sitewatch' | 'graphile_worker'): string => `
  do $$
  declare t text;
  begin
    for t in
      select c.oid::regclass from pg_class c
      where c.relnamespace = '${schema}'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
        and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'backup')
    loop
      execute 'create policy backup on ' || t || ' for select to ${BACKUP_ROLE} using (true)';
    end loop;
  end $$;
  grant usage on schema ${schema} to ${BACKUP_ROLE};
  grant select on all tables in schema ${schema} to ${BACKUP_ROLE};
  grant select on all sequences in schema ${schema} to ${BACKUP_ROLE};
`
