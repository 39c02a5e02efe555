-- The key that signs Web Push messages (VAPID): one for the installation, made when it is first needed. A browser's subscription is bound
-- to it, so it never changes. The private key is encrypted with the data key, which is wrapped as those of teams are.

create table push_keys (
  id smallint primary key default 1 check (id = 1),
  data_key bytea not null,
  private_key bytea not null,
  created_at timestamptz(3) not null default now()
);
grant select, insert, update (data_key) on push_keys to sitewatch_auth;
