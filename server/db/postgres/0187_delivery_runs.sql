-- Counts the runs of the job that sends to a provider. A run that another one has followed changes nothing any more: its process was stopped for
-- longer than a worker may be silent, and continues.
alter table providers add column delivery_run bigint not null default 0;
grant update (delivery_run) on providers to sitewatch_worker;
grant select (delivery_run) on providers to sitewatch_guest;
