-- The page of a website that others may read, and whether search engines may list it.

alter table websites add column indexable boolean not null default false;
grant select (indexable), update (indexable) on websites to sitewatch_user;

drop trigger websites_touch on websites;
create trigger websites_touch before update on websites for each row
  when ((old.privacy, old.password_version, old.email, old.exclude_bots, old.exclude_params, old.exclude_ips, old.favorite,
         old.timezone, old.retention_days, old.honor_dnt, old.indexable)
    is distinct from
        (new.privacy, new.password_version, new.email, new.exclude_bots, new.exclude_params, new.exclude_ips, new.favorite,
         new.timezone, new.retention_days, new.honor_dnt, new.indexable))
  execute function touch_updated_at();

-- Whose page it is and who may read it is asked before there is a user, by the role that verifies every other password.
create policy auth on websites for select to sitewatch_auth using (true);
grant select (id, user_id, tracking_id, domain, privacy, password_hash, password_version, indexable) on websites
  to sitewatch_auth;
