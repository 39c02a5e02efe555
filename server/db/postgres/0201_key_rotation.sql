-- Rotating a key ends it later, or now, and gives the keys that it created to its replacement.
grant update (expires_at, minted_by) on api_keys to sitewatch_user, sitewatch_guest;
-- Open streams know only the expiry that the key had; they reconnect with the key that is valid then.
create trigger api_keys_ended after update of expires_at on api_keys for each row
  when (new.expires_at is distinct from old.expires_at) execute function notify_revoked();
