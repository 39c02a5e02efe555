-- Who may open a status page. A page that was not public becomes one for the team. Processes of the release before still read and write
-- is_public, which sync_status_page_visibility keeps equal to "visibility is public".
alter table status_pages add column visibility text not null default 'public';
-- Not an update: row-level security binds the owner of the table, too.
alter table status_pages alter column visibility type text using case when is_public then 'public' else 'team' end,
  alter column visibility drop default;
alter table status_pages
  add column password_hash text,
  add column has_password boolean not null generated always as (password_hash is not null) stored,
  -- Ends the cookies and the subscriptions of those who know only an earlier password.
  add column password_version integer not null default 0,
  add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  add column logo bytea check (octet_length(logo) between 1 and 102400),
  add column logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  add column logo_width smallint check (logo_width between 1 and 2000),
  add column logo_height smallint check (logo_height between 1 and 2000),
  add column logo_hash text generated always as (left(encode(sha256(logo), 'hex'), 16)) stored,
  add constraint status_pages_visibility check (visibility in ('public', 'password', 'team')),
  add constraint status_pages_password check (visibility <> 'password' or password_hash is not null),
  add constraint status_pages_logo check (num_nulls(logo, logo_type, logo_width, logo_height) in (0, 4));

drop trigger status_pages_touch on status_pages;
create trigger status_pages_touch before update of name, slug, domain, description, is_public, visibility, password_version, accent_color,
    logo, show_response_times on status_pages
  for each row execute function touch_updated_at();
drop trigger status_pages_notify_changed on status_pages;
create trigger status_pages_notify_changed
  after update of name, slug, domain, description, is_public, visibility, password_version, accent_color, logo, show_response_times,
    domain_verified_at on status_pages
  for each row execute function notify_status_page();

-- A guest sees no page, but may ask for the same columns as a member.
grant select (visibility, password_hash, has_password, password_version, accent_color, logo, logo_type, logo_width, logo_height, logo_hash)
  on status_pages to sitewatch_guest;

-- Components of the same group are shown together, under its name.
alter table status_page_monitors add column group_name text check (length(group_name) between 1 and 80);
alter table status_page_websites
  add column label text check (length(label) between 1 and 120),
  add column group_name text check (length(group_name) between 1 and 80);
grant select (group_name) on status_page_monitors to sitewatch_guest;
grant select (label, group_name) on status_page_websites to sitewatch_guest;
