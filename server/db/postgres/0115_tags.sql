-- Tags of monitors and websites. The API stores each once, sorted and in lower case. Their bytes are bounded because an index includes those
-- of websites.
alter table monitors add column tags text[] collate "C" not null default '{}' check (cardinality(tags) <= 20);
alter table websites add column tags text[] collate "C" not null default '{}'
  check (cardinality(tags) <= 20 and pg_column_size(tags) <= 1500);
grant select (tags) on monitors to sitewatch_guest;
grant select (tags) on websites to sitewatch_user, sitewatch_guest;
grant update (tags) on websites to sitewatch_user;
drop trigger websites_touch on websites;
create trigger websites_touch before update on websites for each row
  when ((old.privacy, old.password_version, old.exclude_bots, old.exclude_params, old.exclude_ips, old.timezone, old.retention_days,
         old.honor_dnt, old.indexable, old.tags)
    is distinct from
        (new.privacy, new.password_version, new.exclude_bots, new.exclude_params, new.exclude_ips, new.timezone, new.retention_days,
         new.honor_dnt, new.indexable, new.tags))
  execute function touch_updated_at();
