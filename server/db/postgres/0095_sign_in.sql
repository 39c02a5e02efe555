-- Signing in with an identity provider, with passkeys, and with one-time links of the operator.

-- An account that single sign-on created has no password until its owner sets one.
alter table users alter column password_hash drop not null;

-- Two-factor authentication is also enabled with a passkey, without an authenticator app: then totp_secret is null.
alter table users rename column totp_confirmed_at to two_factor_enabled_at;

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
  unique (user_id, id),
  unique (issuer, subject)
);

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

do $$
declare t text;
begin
  foreach t in array array['identities', 'passkeys', 'one_time_tokens'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy auth on %I to sitewatch_auth using (true)', t);
    execute format('grant select, insert, update, delete on %I to sitewatch_auth', t);
  end loop;
  foreach t in array array['identities', 'passkeys'] loop
    execute format('create policy owner on %I to sitewatch_user, sitewatch_guest using (user_id = (select current_user_id()))', t);
    execute format('grant select, delete on %I to sitewatch_user, sitewatch_guest', t);
  end loop;
end $$;
grant update (name) on passkeys to sitewatch_user, sitewatch_guest;
create policy worker on one_time_tokens to sitewatch_worker using (true);
grant select (expires_at), delete on one_time_tokens to sitewatch_worker;

-- Where the browser goes after signing out, to sign out at the identity provider. Encrypted: it contains the ID token.
alter table sessions add column logout_url bytea;
grant select (logout_url) on sessions to sitewatch_guest;

-- Given by a group at the identity provider. Each sign-in sets or removes it; other memberships are left alone.
alter table memberships add column is_from_groups boolean not null default false;
grant select (is_from_groups) on memberships to sitewatch_guest;
