-- Visitors of an import are hashed with a random key of the import, so that nobody can find out their addresses once it has ended.
alter table statistics_imports add column visitor_key bytea check (length(visitor_key) = 32);
