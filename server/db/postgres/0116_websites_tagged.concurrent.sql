-- Lets websites be filtered by a tag from the index alone. "Contains" is not leakproof, so no index on it may go ahead of the policy: the filter
-- reads the tagged websites of the owner's slice.
drop index concurrently if exists websites_tagged;
create index concurrently websites_tagged on websites (team_id, id) include (domain, tags) where tags <> '{}';
