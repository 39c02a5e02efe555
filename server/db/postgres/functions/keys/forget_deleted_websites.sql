-- Removes deleted websites from the limits of keys. A key whose limits become empty sees nothing.
create or replace function forget_deleted_websites() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update api_keys k set website_ids = array(select id from unnest(k.website_ids) as id where id not in (select g.id from gone g))
      where k.team_id in (select team_id from gone) and k.website_ids && array(select g.id from gone g);
    return null;
  end $$;
alter function forget_deleted_websites owner to sitewatch_auth;
revoke all on function forget_deleted_websites from public;
create or replace trigger websites_forgotten_by_keys after delete on websites referencing old table as gone
  for each statement execute function forget_deleted_websites();
