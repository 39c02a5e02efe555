-- A person who signs out everywhere revokes their keys of all teams.
grant delete on api_keys to sitewatch_auth;
