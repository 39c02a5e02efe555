/**
 * Runs around each migration file that is not applied by a superuser. Row-level security is forced on the owner of the tables, too, so a
 * migration that changes existing rows would fail or change nothing. It is lifted inside the migration's transaction; for a superuser
 * there is nothing to lift, and no lock is taken.
 */
export const LIFT_FORCED_SECURITY = `
  create temporary table lifted as
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'sitewatch'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
      and not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user);
  do $$ declare t text; begin
    for t in select name from pg_temp.lifted loop
      execute 'alter table ' || t || ' no force row level security';
    end loop;
  end $$;
`

export const RESTORE_FORCED_SECURITY = `
  do $$ declare t text; begin
    for t in select name from pg_temp.lifted where to_regclass(name) is not null loop
      execute 'alter table ' || t || ' force row level security';
    end loop;
  end $$;
  drop table pg_temp.lifted;
`
