-- Revenue of the events of stored visits, so that it can be reported with filters, by hour and by every dimension. Most events have
-- none: then the currency is empty and the amount zero, which takes next to no space.
ALTER TABLE stats_visits
    ADD COLUMN IF NOT EXISTS `event.revenue` Array(Decimal64(4)) CODEC(ZSTD(1)),
    ADD COLUMN IF NOT EXISTS `event.currency` Array(LowCardinality(String)) CODEC(ZSTD(1));

ALTER TABLE stats_recent_visits
    ADD COLUMN IF NOT EXISTS `event.revenue` Array(Decimal64(4)) CODEC(ZSTD(1)),
    ADD COLUMN IF NOT EXISTS `event.currency` Array(LowCardinality(String)) CODEC(ZSTD(1));

-- Visits that were stored before have no revenue. Of days with revenue, `none` says that the visits are due again: until then they are
-- derived from the events, and the counts of the day stay in use.
INSERT INTO stats_builds (website_id, day, build, built_at, arrivals, retention_days, visits)
SELECT website_id, day, argMax(build, built_at), now64(3, 'UTC'), argMax(arrivals, built_at), argMax(retention_days, built_at), 'none'
FROM stats_builds
WHERE (website_id, day) IN (SELECT website_id, toDate(time) FROM events WHERE currency != '')
GROUP BY website_id, day;
