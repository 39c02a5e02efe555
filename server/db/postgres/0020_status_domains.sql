-- A status page is served on a domain only once whoever controls its DNS has said so, by a TXT record with the page's token.
alter table status_pages
  -- In the record, for everybody to read: it says which page is meant and is no secret.
  add column domain_token uuid not null default gen_random_uuid(),
  add column domain_verified_at timestamptz(3),
  add column domain_checked_at timestamptz(3);
-- What is served today goes on being served.
update status_pages set domain_verified_at = now() where domain is not null;

-- A name alone is a claim, and a claim keeps nobody out: only the proven one is unique.
alter table status_pages drop constraint status_pages_domain,
  add constraint status_pages_own_domain unique (user_id, domain);
create unique index status_pages_proven_domain on status_pages (domain) where domain_verified_at is not null;
create index status_pages_unproven on status_pages (domain_checked_at nulls first)
  where domain is not null and domain_verified_at is null;

-- The version of a page is that of its settings; what we found out about its domain is none.
drop trigger status_pages_touch on status_pages;
create trigger status_pages_touch before update of name, slug, domain, description, is_public, show_response_times on status_pages
  for each row execute function touch_updated_at();
grant update (domain_verified_at, domain_checked_at) on status_pages to sitewatch_worker;

create or replace function find_status_page(p_slug text, p_domain text) returns table (user_id bigint, id bigint)
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$
    select p.user_id, p.id from status_pages p join users u on u.id = p.user_id
    where p.is_public and not u.is_suspended
      and (p.slug = p_slug or (p.domain = p_domain and p.domain_verified_at is not null)) limit 1
  $$;

-- Rendered pages are kept for a while; whose settings change is told by where the page is and was: /slug, domain.
create function notify_status_page() returns trigger
  language plpgsql
  as $$ begin
    perform pg_notify('status_pages', (select string_agg(distinct place, ' ')
      from unnest(array['/' || old.slug, '/' || new.slug, old.domain, new.domain]) as place));
    return null;
  end $$;
create trigger status_pages_notify after insert or delete on status_pages for each row execute function notify_status_page();
-- What a page shows is saved with its settings, which are always written, in one transaction.
create trigger status_pages_notify_changed
  after update of name, slug, domain, description, is_public, show_response_times, domain_verified_at on status_pages
  for each row execute function notify_status_page();
