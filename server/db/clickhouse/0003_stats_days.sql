-- Statistics of days that are over, so that a question about 90 days need not read 90 days of events.
--
-- A visitor ends with the UTC day, and so does a visit. Hence every figure without a filter is the sum of the figures of its
-- UTC days, exactly, and a day that gets no more events can be counted once and kept. Ten million events over 90 days:
-- summary 3,300 ms from the events, 15 ms from here.

-- How many rows ever arrived for a day of a website: the version of what is known about it. It grows with each arrival,
-- repeated ones too, and merging the events does not change it. Only ever compared, never shown.
CREATE TABLE IF NOT EXISTS event_days
(
    website_id UInt64 CODEC(Delta, ZSTD(1)),
    day Date CODEC(Delta, ZSTD(1)),
    arrivals SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
    last_arrival SimpleAggregateFunction(max, DateTime('UTC')) CODEC(ZSTD(1)),
    retention_days SimpleAggregateFunction(max, UInt16) CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (website_id, day)
TTL day + toIntervalDay(retention_days + 2)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS event_days_view TO event_days AS
SELECT
    website_id, toDate(time) AS day,
    count() AS arrivals, max(now('UTC')) AS last_arrival, max(retention_days) AS retention_days
FROM events
GROUP BY website_id, day;

-- What arrived before the view was there. Run twice, or while events arrive, it counts some of them twice: as good a version.
INSERT INTO event_days (website_id, day, arrivals, last_arrival, retention_days)
SELECT website_id, toDate(time) AS day, count(), now('UTC'), max(retention_days) FROM events GROUP BY website_id, day;

-- The figures of a day, by what they are about. `build` names the pass that wrote the row: the rows of a pass that did not
-- finish, or that is out of date, are never asked for.
--
-- dimension `time`: by the quarter of an hour. A visitor stands in two of them: `visitors` in that of the first activity,
-- `visitors_last` in that of the last. So the visitors up to, or from, any midnight on earth are a sum as well.
CREATE TABLE IF NOT EXISTS stats_days
(
    website_id UInt64 CODEC(Delta, ZSTD(1)),
    day Date CODEC(Delta, ZSTD(1)),
    dimension LowCardinality(String) CODEC(ZSTD(1)),
    quarter UInt8 CODEC(ZSTD(1)),
    value String CODEC(ZSTD(1)),
    build UInt64 CODEC(ZSTD(1)),
    visitors UInt64 CODEC(T64, ZSTD(1)),
    visitors_last UInt64 CODEC(T64, ZSTD(1)),
    visits UInt64 CODEC(T64, ZSTD(1)),
    pageviews UInt64 CODEC(T64, ZSTD(1)),
    events UInt64 CODEC(T64, ZSTD(1)),
    bounces UInt64 CODEC(T64, ZSTD(1)),
    duration_ms UInt64 CODEC(T64, ZSTD(1)),
    engaged_ms UInt64 CODEC(T64, ZSTD(1)),
    retention_days UInt16 CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (website_id, dimension, day, quarter, value)
TTL day + toIntervalDay(retention_days + 2)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- Passes that finished, and how many rows had arrived when they began. Such a day is good as long as no other row arrived.
-- It goes before its rows do.
CREATE TABLE IF NOT EXISTS stats_builds
(
    website_id UInt64 CODEC(Delta, ZSTD(1)),
    day Date CODEC(Delta, ZSTD(1)),
    build UInt64 CODEC(ZSTD(1)),
    built_at DateTime64(3, 'UTC') CODEC(ZSTD(1)),
    arrivals UInt64 CODEC(ZSTD(1)),
    retention_days UInt16 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(built_at)
PARTITION BY toYYYYMM(day)
ORDER BY (website_id, day)
TTL day + toIntervalDay(retention_days)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;
