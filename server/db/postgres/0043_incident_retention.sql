-- Incidents and what was told of them grow for ever otherwise. The worker removes the old ones in steps.
create index incidents_resolved on incidents (resolved_at) where resolved_at is not null;
create index monitor_unobserved_ended on monitor_unobserved (to_at);
create index monitors_deleted on monitors (deleted_at) where deleted_at is not null;
grant select (to_at) on monitor_unobserved to sitewatch_worker;

-- Only what is over: an open incident keeps its deliveries, by which those who were told are told the end.
create policy worker_deletes_ended on incidents as restrictive for delete to sitewatch_worker
  using (resolved_at is not null or is_closed_account(user_id));
create policy worker_deletes_removed on monitors as restrictive for delete to sitewatch_worker
  using (deleted_at is not null or is_closed_account(user_id));
