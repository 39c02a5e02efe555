-- Where a key can be used from: addresses and ranges as text, since Postgres would write them otherwise than their owner. Empty: anywhere.
alter table api_keys add column allowed_addresses text[] not null default '{}' check (cardinality(allowed_addresses) <= 50);
grant select (allowed_addresses) on api_keys to sitewatch_guest;
