-- What the administrators were told, once, until it is over.

create table operator_notices (
  name text primary key,
  told_at timestamptz(3) not null default now()
);
grant select, insert, delete on operator_notices to sitewatch_worker;

-- Counted for a metric, at every scrape.
create index deliveries_failed on deliveries (user_id) where status = 'failed';
