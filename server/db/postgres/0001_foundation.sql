-- Tenancy at the data level. Every table with an owner has row-level security, forced, and a policy that raises when no
-- user is set. Foreign keys and unique indexes lead with the owner: a plain foreign key would let one tenant attach
-- another's row.

create function current_user_id() returns bigint
  language sql stable parallel safe
  as $$ select current_setting('sitewatch.user_id')::bigint $$;

-- Strictly increasing for a row, so that it serves as the version behind ETag even for two updates in one millisecond.
create function touch_updated_at() returns trigger
  language plpgsql
  as $$ begin
    new.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), old.updated_at + interval '1 millisecond');
    return new;
  end $$;

create table users (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  password_hash text not null,
  is_administrator boolean not null default false,
  is_suspended boolean not null default false,
  -- The user's data key, wrapped under the operator's key: what encrypts this user's provider secrets.
  data_key bytea not null,
  totp_secret bytea,
  totp_confirmed_at timestamptz(3),
  totp_last_step bigint,
  max_websites integer,
  max_monitors integer,
  max_providers integer,
  max_keys integer,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index users_email on users (email);
create trigger users_touch before update of email, password_hash, is_suspended, is_administrator, totp_confirmed_at,
  max_websites, max_monitors, max_providers, max_keys on users
  for each row execute function touch_updated_at();

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  user_agent text,
  ip_address text,
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id)
);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table password_resets (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index password_resets_user on password_resets (user_id);

create table invitations (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index invitations_open on invitations (email) where accepted_at is null;

create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 100),
  scopes text[] not null check (cardinality(scopes) > 0),
  prefix text not null check (length(prefix) = 11),
  token_hash bytea not null unique,
  minted_by bigint,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, id),
  foreign key (user_id, minted_by) references api_keys (user_id, id) on delete cascade
);
create index api_keys_minted_by on api_keys (user_id, minted_by);

-- Only hashes of key and body; the answer is encrypted under a key that the caller alone can derive.
create table idempotency (
  user_id bigint not null references users on delete cascade,
  route text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  status smallint,
  answer bytea,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, route, key_hash)
);
create index idempotency_created_at on idempotency (created_at);

-- One row for each pool of job workers: what a silent one had locked is freed by the others.
create table worker_heartbeats (
  pool_id text primary key,
  worker_ids text[] not null,
  seen_at timestamptz not null default clock_timestamp()
);

do $$
declare t text;
begin
  foreach t in array array['users','sessions','recovery_codes','password_resets','api_keys','idempotency'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
end $$;

create policy owner on users to sitewatch_user using (id = (select current_user_id()));
create policy owner on sessions to sitewatch_user using (user_id = (select current_user_id()));
create policy owner on recovery_codes to sitewatch_user using (user_id = (select current_user_id()));
create policy owner on api_keys to sitewatch_user using (user_id = (select current_user_id()));
create policy owner on idempotency to sitewatch_user using (user_id = (select current_user_id()));

-- sitewatch_auth answers "who is this?" before there is a user. It sees accounts and credentials, and no tenant's data.
create policy auth on users to sitewatch_auth using (true);
create policy auth on sessions to sitewatch_auth using (true);
create policy auth on recovery_codes to sitewatch_auth using (true);
create policy auth on password_resets to sitewatch_auth using (true);
create policy auth on api_keys to sitewatch_auth using (true);

-- sitewatch_admin is the administrator of the install: accounts and invitations, never what belongs to an account.
create policy admin on users to sitewatch_admin using (true);
create policy admin on sessions to sitewatch_admin using (true);

-- sitewatch_worker does the background work. What it may cross tenants for, each feature grants by its own policy.
create policy worker on idempotency to sitewatch_worker using (true);
create policy worker on sessions to sitewatch_worker using (true);
create policy worker on password_resets to sitewatch_worker using (true);

grant select on users to sitewatch_user;
grant select, delete on sessions to sitewatch_user;
grant select, insert, delete on recovery_codes to sitewatch_user;
grant select, insert, delete on api_keys to sitewatch_user;
grant select, insert, update, delete on idempotency to sitewatch_user;

grant select, insert, update, delete on users, sessions, recovery_codes, password_resets, invitations to sitewatch_auth;
grant select, update (last_used_at) on api_keys to sitewatch_auth;
-- Naming the columns keeps password hashes and data keys out of the administrator's reach.
grant select (id, email, is_administrator, is_suspended, totp_confirmed_at, max_websites, max_monitors, max_providers,
  max_keys, created_at, updated_at), update (is_suspended, max_websites, max_monitors, max_providers, max_keys, updated_at), delete
  on users to sitewatch_admin;
grant select, insert, update, delete on invitations to sitewatch_admin;
grant select (id, user_id), delete on sessions to sitewatch_admin;
grant select (created_at), delete on idempotency to sitewatch_worker;
grant select (expires_at), delete on sessions, password_resets to sitewatch_worker;
grant select, insert, update, delete on worker_heartbeats to sitewatch_jobs;

-- The door for a tenant's transaction: checks the credential and sets the user, in the same round trip as the work, so a
-- revoked key or an ended session fails on the very next request without a look-up of its own.
create function enter(p_user_id bigint, p_key_id bigint, p_session_id bigint) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    if p_key_id is not null then
      perform 1 from api_keys k join users u on u.id = k.user_id
        where k.id = p_key_id and k.user_id = p_user_id and not u.is_suspended
          and (k.expires_at is null or k.expires_at > now());
    elsif p_session_id is not null then
      perform 1 from sessions s join users u on u.id = s.user_id
        where s.id = p_session_id and s.user_id = p_user_id and not u.is_suspended and s.expires_at > now();
    else
      perform 1 from users u where u.id = p_user_id and not u.is_suspended;
    end if;
    if not found then
      raise exception using errcode = 'SW401', message = 'this credential is not valid';
    end if;
    perform set_config('sitewatch.user_id', p_user_id::text, true);
  end $$;
alter function enter owner to sitewatch_auth;
revoke all on function enter from public;
grant execute on function enter to sitewatch_user;

-- Jobs are added in the caller's transaction, through one function a task. The owner is read from the setting, never
-- from an argument. graphile-worker's own tables are closed to everybody but sitewatch_jobs.
create function add_password_reset_job(p_user_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('send_password_reset', json_build_object('user_id', p_user_id), max_attempts := 10) $$;
alter function add_password_reset_job owner to sitewatch_jobs;
revoke all on function add_password_reset_job from public;
grant execute on function add_password_reset_job to sitewatch_auth;

create function add_invitation_job(p_invitation_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('send_invitation', json_build_object('invitation_id', p_invitation_id), max_attempts := 10) $$;
alter function add_invitation_job owner to sitewatch_jobs;
revoke all on function add_invitation_job from public;
grant execute on function add_invitation_job to sitewatch_admin;
