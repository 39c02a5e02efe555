-- People who sign in. Quotas, suspension and deletion are those of a team.
create table users (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  -- Null: single sign-on created the account, and its owner has not set one yet.
  password_hash text,
  is_administrator boolean not null default false,
  is_suspended boolean not null default false,
  -- The user's data key, wrapped under the operator's key: what encrypts this user's provider secrets.
  data_key bytea not null,
  totp_secret bytea,
  -- Also with a passkey alone, without an authenticator app: then totp_secret is null.
  two_factor_enabled_at timestamptz(3),
  totp_last_step bigint,
  -- Where anybody may sign up, anybody may type a stranger's address. Alerts and reports go to an account's own address only after
  -- whoever reads mail there has said so.
  email_verified_at timestamptz(3),
  -- A closed account is a suspended one: whatever asks for is_suspended stops at once. It never comes back.
  deleted_at timestamptz(3),
  -- The language of the dashboard, mails and reports. Null: what the browser prefers, and English in mails.
  language text check (language ~ '^[a-z]{2}$'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint users_deleted_stays_suspended check (deleted_at is null or is_suspended)
);
-- The address is free again as soon as the account is closed.
create unique index users_email on users (email) where deleted_at is null;
create trigger users_suspended after update of is_suspended on users for each row
  when (new.is_suspended and not old.is_suspended) execute function notify_revoked();
create trigger users_touch before update of email, email_verified_at, password_hash, is_suspended, is_administrator,
  two_factor_enabled_at, language on users
  for each row execute function touch_updated_at();
create trigger users_suspended_memberships after update of is_suspended on users for each row
  when (old.is_suspended is distinct from new.is_suspended) execute function copy_suspension();
create trigger users_personal_team after insert on users for each row execute function create_personal_team();
create trigger users_suspended_teams after update of is_suspended on users for each row
  when (old.is_suspended is distinct from new.is_suspended) execute function follow_suspension();
select pg_temp.force_row_security('users');
create policy person on users to sitewatch_user, sitewatch_guest using (id = (select current_user_id()));
-- sitewatch_auth answers "who is this?" before there is a user. It sees accounts and credentials, and no team's data.
create policy auth on users to sitewatch_auth using (true);
-- sitewatch_admin is the administrator of the install: accounts and invitations, never what belongs to a team.
create policy admin on users to sitewatch_admin using (true);
create policy worker on users for select to sitewatch_worker using (true);
create policy worker_alerts on users to sitewatch_worker using (true);
create policy worker_deletes_closed on users as restrictive for delete to sitewatch_worker using (deleted_at is not null);
grant select, update (language) on users to sitewatch_user;
grant select (id, email, password_hash, is_administrator, is_suspended, data_key, totp_secret, two_factor_enabled_at, totp_last_step,
  email_verified_at, deleted_at, language, created_at, updated_at), update (language)
  on users to sitewatch_guest;
grant select, insert, update on users to sitewatch_auth;
-- Naming the columns keeps password hashes and data keys out of the administrator's reach.
grant select (id, email, is_administrator, is_suspended, two_factor_enabled_at, deleted_at, language, created_at, updated_at),
  update (is_suspended, updated_at)
  on users to sitewatch_admin;
grant select (id, email, is_suspended, data_key, email_verified_at, deleted_at, language), update (email_verified_at), delete
  on users to sitewatch_worker;
-- Teams draw their ids from it, too.
grant usage on sequence users_id_seq to sitewatch_auth;

-- A team owns websites, monitors and everything that belongs to them; people share them as its members. Every account has a personal team with
-- the same id; other teams draw their ids from the same sequence. What a person owns (sessions, recovery codes) has a user_id.
create table teams (
  id bigint default nextval('users_id_seq') primary key,
  -- The account whose personal team this is. It goes with the account.
  personal_of bigint references users on delete cascade unique,
  name text not null check (length(name) between 1 and 100),
  -- The team's data key, wrapped under the operator's key: it encrypts the secrets of providers and monitors.
  data_key bytea not null,
  max_websites integer,
  max_monitors integer,
  max_providers integer,
  max_keys integer,
  -- Set while all owners are suspended, and for good once the team is closed.
  is_suspended boolean not null default false,
  deleted_at timestamptz(3),
  deletion_rows_total bigint,
  deletion_rows_removed bigint not null default 0,
  requires_two_factor boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (personal_of = id),
  constraint teams_deleted_stays_suspended check (deleted_at is null or is_suspended)
);
create trigger teams_notify_websites after update on teams for each row
  when (old.is_suspended is distinct from new.is_suspended) execute function notify_all_websites();
create trigger teams_suspension after update of is_suspended on teams for each row
  when (old.is_suspended is distinct from new.is_suspended) execute function apply_suspension();
create trigger teams_touch before update of name, requires_two_factor on teams for each row
  when ((old.name, old.requires_two_factor) is distinct from (new.name, new.requires_two_factor)) execute function touch_updated_at();
create trigger teams_suspended_memberships after update of is_suspended on teams for each row
  when (old.is_suspended is distinct from new.is_suspended) execute function copy_suspension();
create trigger teams_purge after delete on teams referencing old table as gone
  for each statement execute function purge_deleted_teams();
select pg_temp.force_row_security('teams');
create policy administrators_update on teams for update to sitewatch_user
  using (id = (select current_team_id()) and (select can_administer()));
create policy auth on teams to sitewatch_auth using (true);
-- The administrator of the install sets the quotas of a user's personal team.
create policy admin on teams to sitewatch_admin using (personal_of is not null);
-- Collects for teams that are not suspended.
create policy collector on teams for select to sitewatch_collector using (true);
-- Works for every team.
create policy worker on teams to sitewatch_worker using (true);
create policy worker_deletes_closed on teams as restrictive for delete to sitewatch_worker using (deleted_at is not null);
grant select (id, personal_of, name, data_key, max_websites, max_monitors, max_providers, max_keys, is_suspended, requires_two_factor,
  created_at, updated_at), update (name, requires_two_factor)
  on teams to sitewatch_user;
grant select (id, personal_of, name, max_websites, max_monitors, max_providers, max_keys, is_suspended, requires_two_factor, created_at,
  updated_at)
  on teams to sitewatch_guest;
grant select, insert, update, delete on teams to sitewatch_auth;
grant select (id, max_websites, max_monitors, max_providers, max_keys, deletion_rows_total, deletion_rows_removed), update (max_websites,
  max_monitors, max_providers, max_keys)
  on teams to sitewatch_admin;
grant select (id, is_suspended) on teams to sitewatch_collector;
grant select (id, personal_of, name, data_key, is_suspended, deleted_at, deletion_rows_total, deletion_rows_removed),
  update (deletion_rows_total, deletion_rows_removed), delete
  on teams to sitewatch_worker;

create table memberships (
  team_id bigint not null references teams on delete cascade,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer', 'guest')),
  -- Whether the user or the team is: kept here by triggers, so that enter() reads no other table for a key.
  is_suspended boolean not null default false,
  -- Given by a group at the identity provider. Each sign-in sets or removes it; other memberships are left alone.
  is_from_groups boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (team_id, user_id)
);
create index memberships_user on memberships (user_id);
create trigger memberships_touch before update of role on memberships for each row execute function touch_updated_at();
create trigger memberships_revoked after update of role, is_suspended or delete on memberships for each row execute function notify_revoked();
create trigger memberships_guarded after insert or update of role or delete on memberships for each row
  execute function guard_memberships();
create trigger memberships_locked before update of role or delete on memberships for each row
  execute function lock_membership();
create trigger memberships_revoke_invitations after update of role or delete on memberships for each row
  execute function revoke_invitations();
create trigger memberships_suspension before insert on memberships for each row execute function set_suspension();
select pg_temp.force_row_security('memberships');
create policy team on memberships for select to sitewatch_user
  using (team_id = (select current_team_id()) or user_id = (select current_user_id()));
create policy person on memberships for select to sitewatch_guest using (user_id = (select current_user_id()));
-- Only an owner makes and removes owners. Everybody may leave.
create policy administrators_update on memberships for update to sitewatch_user
  using (team_id = (select current_team_id()) and (select can_administer()) and (role <> 'owner' or (select is_owner())));
create policy administrators_delete on memberships for delete to sitewatch_user
  using (team_id = (select current_team_id()) and (user_id = (select current_user_id()) or (select can_administer()) and (role <> 'owner'
    or (select is_owner()))));
create policy person_delete on memberships for delete to sitewatch_guest
  using (team_id = (select current_team_id()) and user_id = (select current_user_id()));
create policy auth on memberships to sitewatch_auth using (true);
create policy worker on memberships for select to sitewatch_worker using (true);
grant select, update (role), delete on memberships to sitewatch_user;
grant select (team_id, user_id, role, is_suspended, is_from_groups, created_at, updated_at), delete on memberships to sitewatch_guest;
grant select, insert, update, delete on memberships to sitewatch_auth;
grant select on memberships to sitewatch_worker;
-- The team itself: everybody sees the teams that they are a member of.
create policy team on teams for select to sitewatch_user, sitewatch_guest
  using (id = (select current_team_id()) or id in (select m.team_id from memberships m where m.user_id = (select current_user_id())));

create table team_invitations (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer', 'guest')),
  -- For a guest.
  website_ids bigint[] not null default '{}',
  invited_by text not null,
  -- The language of the inviting person, for the mail. Null: English.
  language text check (language ~ '^[a-z]{2}$'),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  -- Who invited, so that an invitation ends with the right to make it. An accepted one may lack it.
  invited_by_id bigint default current_user_id(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  check (accepted_at is not null or invited_by_id is not null)
);
create unique index team_invitations_open on team_invitations (team_id, email) where accepted_at is null;
select pg_temp.force_row_security('team_invitations');
create policy administrators on team_invitations to sitewatch_user
  using (team_id = (select current_team_id()) and (select can_administer()))
  with check (team_id = (select current_team_id()) and invited_by_id = (select current_user_id()) and (select can_administer())
    and (role <> 'owner' or (select is_owner())));
create policy auth on team_invitations to sitewatch_auth using (true);
create policy worker on team_invitations for select to sitewatch_worker using (true);
grant select, insert, delete on team_invitations to sitewatch_user;
grant select (id, team_id, email, role, website_ids, invited_by, language, expires_at, accepted_at, invited_by_id, created_at, updated_at)
  on team_invitations to sitewatch_guest;
grant select, insert, update, delete on team_invitations to sitewatch_auth;
grant select on team_invitations to sitewatch_worker;

create table invitations (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  -- The language of whoever invites, for the mail. Null: English.
  language text check (language ~ '^[a-z]{2}$'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index invitations_open on invitations (email) where accepted_at is null;
grant select, insert, update, delete on invitations to sitewatch_auth, sitewatch_admin;

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  user_agent text,
  ip_address text,
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- Where the browser goes after signing out, to sign out at the identity provider. Encrypted: it contains the ID token.
  logout_url bytea,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id)
);
-- What has expired ended then, and not when it is swept away.
create trigger sessions_revoked after delete on sessions for each row when (old.expires_at > now())
  execute function notify_revoked();
select pg_temp.force_row_security('sessions');
create policy person on sessions to sitewatch_user, sitewatch_guest using (user_id = (select current_user_id()));
create policy auth on sessions to sitewatch_auth using (true);
create policy admin on sessions to sitewatch_admin using (true);
create policy worker on sessions to sitewatch_worker using (true);
grant select, delete on sessions to sitewatch_user;
grant select (id, user_id, token_hash, user_agent, ip_address, last_used_at, expires_at, logout_url, created_at, updated_at), delete
  on sessions to sitewatch_guest;
grant select, insert, update, delete on sessions to sitewatch_auth;
grant select (id, user_id), delete on sessions to sitewatch_admin;
grant select (user_id, expires_at, ctid), delete on sessions to sitewatch_worker;

create table api_keys (
  id bigint generated always as identity primary key,
  -- A key is one user's, in one team: it goes with the membership.
  team_id bigint not null,
  user_id bigint not null,
  name text not null check (length(name) between 1 and 100),
  scopes text[] not null check (cardinality(scopes) > 0),
  prefix text not null check (length(prefix) = 11),
  token_hash bytea not null unique,
  minted_by bigint,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  -- Where a key can be used from: addresses and ranges as text, since Postgres would write them otherwise than their owner. Empty: anywhere.
  allowed_addresses text[] not null default '{}' check (cardinality(allowed_addresses) <= 50),
  -- The websites and monitors that the key is limited to. Null: no limit. Empty: the key sees nothing, as when all of them were deleted.
  website_ids bigint[] check (cardinality(website_ids) <= 500),
  monitor_ids bigint[] check (cardinality(monitor_ids) <= 500),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (team_id, id),
  constraint api_keys_limits_check check ((website_ids is null) = (monitor_ids is null)),
  foreign key (team_id, minted_by) references api_keys (team_id, id) on delete cascade,
  foreign key (team_id, user_id) references memberships (team_id, user_id) on delete cascade
);
create index api_keys_minted_by on api_keys (team_id, minted_by);
create index api_keys_user on api_keys (team_id, user_id, id);
create trigger api_keys_revoked after delete on api_keys for each row execute function notify_revoked();
-- Open streams know only the expiry that the key had; they reconnect with the key that is valid then.
create trigger api_keys_ended after update of expires_at on api_keys for each row
  when (new.expires_at is distinct from old.expires_at) execute function notify_revoked();
select pg_temp.force_row_security('api_keys');
create policy auth on api_keys to sitewatch_auth using (true);
create policy worker_deletion on api_keys to sitewatch_worker using (is_closed_team(team_id));
create policy worker_deletes_closed on api_keys as restrictive for delete to sitewatch_worker using (is_closed_team(team_id));
-- Administrators of the team see and revoke every key, and create only their own.
create policy person on api_keys to sitewatch_user, sitewatch_guest
  using (team_id = (select current_team_id()) and (user_id = (select current_user_id()) or (select can_administer())))
  with check (team_id = (select current_team_id()) and user_id = (select current_user_id()));
-- Rotating a key ends it later, or now, and gives the keys that it created to its replacement.
grant select, insert, update (minted_by, expires_at), delete on api_keys to sitewatch_user;
grant select (id, team_id, user_id, name, scopes, prefix, token_hash, minted_by, expires_at, last_used_at, allowed_addresses, website_ids,
  monitor_ids, created_at, updated_at), insert, update (minted_by, expires_at), delete
  on api_keys to sitewatch_guest;
-- A person who signs out everywhere revokes their keys of all teams.
grant select, update (last_used_at, website_ids, monitor_ids), delete on api_keys to sitewatch_auth;
grant select (team_id, user_id, ctid), delete on api_keys to sitewatch_worker;

-- Only hashes of key and body; the answer is encrypted under a key that the caller alone can derive.
create table idempotency (
  team_id bigint not null,
  user_id bigint not null,
  route text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  status smallint,
  answer bytea,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, user_id, route, key_hash),
  foreign key (team_id, user_id) references memberships (team_id, user_id) on delete cascade
);
create index idempotency_created_at on idempotency (created_at);
select pg_temp.force_row_security('idempotency');
create policy worker on idempotency to sitewatch_worker using (true);
create policy worker_deletion on idempotency to sitewatch_worker using (is_closed_team(team_id));
create policy person on idempotency to sitewatch_user, sitewatch_guest
  using (team_id = (select current_team_id()) and user_id = (select current_user_id()));
grant select, insert, update, delete on idempotency to sitewatch_user;
grant select (team_id, user_id, route, key_hash, body_hash, status, answer, created_at), insert, update, delete
  on idempotency to sitewatch_guest;
grant select (team_id, user_id, created_at, ctid), delete on idempotency to sitewatch_worker;

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
select pg_temp.force_row_security('recovery_codes');
create policy person on recovery_codes to sitewatch_user, sitewatch_guest using (user_id = (select current_user_id()));
create policy auth on recovery_codes to sitewatch_auth using (true);
grant select, insert, delete on recovery_codes to sitewatch_user;
grant select (user_id, code_hash) on recovery_codes to sitewatch_guest;
grant select, insert, update, delete on recovery_codes to sitewatch_auth;

create table password_resets (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index password_resets_user on password_resets (user_id);
select pg_temp.force_row_security('password_resets');
create policy auth on password_resets to sitewatch_auth using (true);
create policy worker on password_resets to sitewatch_worker using (true);
grant select, insert, update, delete on password_resets to sitewatch_auth;
grant select (expires_at), delete on password_resets to sitewatch_worker;

-- An account at an identity provider that signs in to an account here.
create table identities (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  issuer text not null,
  subject text not null,
  -- As the provider said at the last sign-in.
  email text not null,
  last_used_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (issuer, subject),
  unique (user_id, id)
);
select pg_temp.force_row_security('identities');
create policy auth on identities to sitewatch_auth using (true);
create policy person on identities to sitewatch_user, sitewatch_guest using (user_id = (select current_user_id()));
grant select, delete on identities to sitewatch_user, sitewatch_guest;
grant select, insert, update, delete on identities to sitewatch_auth;

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 100),
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Of the last signature. One that is not higher was made by a copy.
  counter bigint not null,
  transports text[] not null,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id)
);
create trigger passkeys_touch before update of name on passkeys for each row execute function touch_updated_at();
select pg_temp.force_row_security('passkeys');
create policy auth on passkeys to sitewatch_auth using (true);
create policy person on passkeys to sitewatch_user, sitewatch_guest using (user_id = (select current_user_id()));
grant select, update (name), delete on passkeys to sitewatch_user, sitewatch_guest;
grant select, insert, update, delete on passkeys to sitewatch_auth;

-- What is valid once and not for long. Only the hash is stored; `data` is what has to be known when the token comes back.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('sso', 'passkey_registration', 'passkey_sign_in', 'sign_in_link')),
  user_id bigint references users on delete cascade,
  data jsonb not null,
  expires_at timestamptz(3) not null
);
create index one_time_tokens_user on one_time_tokens (user_id);
create index one_time_tokens_expires_at on one_time_tokens (expires_at);
select pg_temp.force_row_security('one_time_tokens');
create policy auth on one_time_tokens to sitewatch_auth using (true);
create policy worker on one_time_tokens to sitewatch_worker using (true);
grant select, insert, update, delete on one_time_tokens to sitewatch_auth;
grant select (expires_at), delete on one_time_tokens to sitewatch_worker;

-- Networks (IPv4 addresses, IPv6 /64) that an account signed in from: guesses made elsewhere do not lock these out.
create table sign_in_networks (
  user_id bigint not null references users on delete cascade,
  network cidr not null,
  last_signed_in_at timestamptz(3) not null default now(),
  primary key (user_id, network)
);
select pg_temp.force_row_security('sign_in_networks');
create policy person on sign_in_networks to sitewatch_user, sitewatch_guest using (user_id = (select current_user_id()));
create policy auth on sign_in_networks to sitewatch_auth using (true);
create policy worker on sign_in_networks to sitewatch_worker using (true);
grant select, insert, update, delete on sign_in_networks to sitewatch_auth;
grant select (last_signed_in_at), delete on sign_in_networks to sitewatch_worker;

-- Browsers that an account signed in with, as "Firefox on Linux": enough to notice a new one, and no more. Forgotten after 180 days.
create table sign_in_browsers (
  user_id bigint not null references users on delete cascade,
  browser text not null check (length(browser) between 1 and 60),
  last_signed_in_at timestamptz(3) not null default now(),
  primary key (user_id, browser)
);
select pg_temp.force_row_security('sign_in_browsers');
create policy person on sign_in_browsers to sitewatch_user, sitewatch_guest using (user_id = (select current_user_id()));
create policy auth on sign_in_browsers to sitewatch_auth using (true);
create policy worker on sign_in_browsers to sitewatch_worker using (true);
grant select, insert, update, delete on sign_in_browsers to sitewatch_auth;
grant select (last_signed_in_at), delete on sign_in_browsers to sitewatch_worker;

-- Wrong codes in a row. A known network has a row of its own; all others together have the one without a network.
create table second_factor_failures (
  user_id bigint not null references users on delete cascade,
  network cidr,
  failures integer not null check (failures > 0),
  blocked_until timestamptz(3),
  notified_at timestamptz(3),
  unique nulls not distinct (user_id, network)
);
select pg_temp.force_row_security('second_factor_failures');
create policy person on second_factor_failures to sitewatch_user, sitewatch_guest using (user_id = (select current_user_id()));
create policy auth on second_factor_failures to sitewatch_auth using (true);
grant select, insert, update, delete on second_factor_failures to sitewatch_auth;

-- Who changed what: one row for each operation, written in its transaction. Nobody who serves may change or delete an entry; the worker deletes
-- those past their retention.
create table audit_log (
  id bigint generated always as identity,
  team_id bigint not null references teams on delete cascade,
  action text not null,
  actor_type text not null check (actor_type in ('user', 'api_key', 'operator', 'system', 'anonymous')),
  -- Of the user or of the key. No references: an entry stays when what it is about has gone.
  actor_id bigint,
  actor_name text not null,
  -- The user of the transaction, also when an API key was used; 0 for none.
  user_id bigint not null default 0,
  record_type text not null,
  record_id bigint,
  record_name text not null,
  -- json and not jsonb, which would change the order of the names.
  changes json not null default '[]',
  ip_address text,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id)
);
create index audit_log_record on audit_log (team_id, record_type, record_id, id);
create index audit_log_created_at on audit_log (created_at);
select pg_temp.force_row_security('audit_log');
create policy administrators on audit_log for select to sitewatch_user
  using (team_id = (select current_team_id()) and (select can_administer()));
-- Whatever the role, what a person does is written under that person's name: in the log of the team, or of the personal team if the other one is gone
-- by the end of the transaction.
create policy person_insert on audit_log for insert to sitewatch_user, sitewatch_guest
  with check ((team_id = (select current_team_id()) or team_id = (select current_user_id())) and user_id = (select current_user_id()));
create policy auth_insert on audit_log for insert to sitewatch_auth with check (true);
create policy admin_insert on audit_log for insert to sitewatch_admin with check (team_id = user_id);
create policy worker_insert on audit_log for insert to sitewatch_worker with check (actor_type = 'system');
create policy worker on audit_log for select to sitewatch_worker using (true);
create policy worker_delete on audit_log for delete to sitewatch_worker
  using (created_at < now() - interval '1 day' or is_closed_team(team_id));
-- No update and no delete.
grant select, insert on audit_log to sitewatch_user, sitewatch_guest;
grant insert on audit_log to sitewatch_auth, sitewatch_admin;
grant select (id, team_id, created_at, ctid), insert, delete on audit_log to sitewatch_worker;

-- Limits on sign-in that hold across processes, that do not lock the owner out, and that end guessing of second-factor codes.
--
-- Fixed windows, one row for each counted key. Keys are hashed: what people typed as their address is kept nowhere.
create table rate_counters (
  policy text not null,
  key_hash bytea not null,
  used integer not null check (used > 0),
  resets_at timestamptz(3) not null,
  primary key (policy, key_hash)
);
create index rate_counters_resets_at on rate_counters (resets_at);
grant select, insert, update on rate_counters to sitewatch_auth;
grant select (resets_at), delete on rate_counters to sitewatch_worker;
