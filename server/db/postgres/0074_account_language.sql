-- The language of the dashboard, mails and reports. Null: what the browser prefers, and English in mails.
alter table users add column language text check (language ~ '^[a-z]{2}$');
grant select (language) on users to sitewatch_worker;
grant update (language) on users to sitewatch_user;

drop trigger users_touch on users;
create trigger users_touch before update of email, email_verified_at, password_hash, is_suspended, is_administrator,
  totp_confirmed_at, max_websites, max_monitors, max_providers, max_keys, language on users
  for each row execute function touch_updated_at();
