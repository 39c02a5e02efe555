-- A member starts an import, or its undoing. The team comes from the session setting, never from an argument.
create or replace function start_statistics_import(p_import_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select add_statistics_import_job(id, website_id) from statistics_imports where team_id = current_team_id() and id = p_import_id
    and (select require_writer()) $$;
alter function start_statistics_import owner to sitewatch_worker;
revoke all on function start_statistics_import from public;
grant execute on function start_statistics_import to sitewatch_user;
