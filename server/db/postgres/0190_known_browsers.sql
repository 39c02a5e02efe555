-- Browsers that an account signed in with, as "Firefox on Linux": enough to notice a new one, and no more. Forgotten after 180 days.
create table sign_in_browsers (
  user_id bigint not null references users on delete cascade,
  browser text not null check (length(browser) between 1 and 60),
  last_signed_in_at timestamptz(3) not null default now(),
  primary key (user_id, browser)
);
alter table sign_in_browsers enable row level security;
alter table sign_in_browsers force row level security;
create policy owner on sign_in_browsers to sitewatch_user, sitewatch_guest using (user_id = (select current_user_id()));
create policy auth on sign_in_browsers to sitewatch_auth using (true);
grant select, insert, update, delete on sign_in_browsers to sitewatch_auth;
create policy worker on sign_in_browsers to sitewatch_worker using (true);
grant select (last_signed_in_at), delete on sign_in_browsers to sitewatch_worker;
