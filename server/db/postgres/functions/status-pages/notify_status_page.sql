-- Rendered pages are cached. When settings change, notifies where the page is and was: /slug, domain.
create or replace function notify_status_page() returns trigger
  language plpgsql
  as $$ begin
    perform pg_notify('status_pages', (select string_agg(distinct place, ' ')
      from unnest(array['/' || old.slug, '/' || new.slug, old.domain, new.domain]) as place));
    return null;
  end $$;
