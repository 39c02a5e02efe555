-- Tables of which a team can have many rows, children first. Everything else is deleted with the row of the team.
create or replace function team_tables() returns text[]
  language sql immutable
  as $$ select array['deliveries', 'status_mails', 'status_subscribers', 'incidents', 'monitor_unobserved', 'report_sends',
    'notices', 'deploys', 'annotations', 'event_drops', 'idempotency', 'audit_log', 'monitors', 'providers', 'websites', 'api_keys'] $$;
