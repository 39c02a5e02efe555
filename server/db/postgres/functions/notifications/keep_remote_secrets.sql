-- The secrets used to open a remote alert are needed to close it.
create or replace function keep_remote_secrets() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update remote_alerts set settings = old.settings, secrets = old.secrets
      where team_id = old.team_id and provider_id = old.id and settings is null;
    return null;
  end $$;
alter function keep_remote_secrets owner to sitewatch_worker;
revoke all on function keep_remote_secrets from public;
