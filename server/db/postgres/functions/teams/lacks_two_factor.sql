-- Of a team that requires it. Who has no password signs in with a passkey, or at an identity provider that is responsible for the second factor.
create or replace function lacks_two_factor(p_password_hash text, p_enabled_at timestamptz) returns boolean
  language sql immutable parallel safe
  as $$ select p_password_hash is not null and p_enabled_at is null $$;
