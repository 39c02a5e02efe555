-- Small batches that wait for long are merged into one, which keeps the id of the first. The last id of those merged, so that whoever
-- waits for one of them (an import) still finds it. Null: one batch.
alter table inbox add column last_id bigint;
