drop index concurrently if exists monitors_slow;
create index concurrently monitors_slow on monitors (id) where slow_ms is not null;
