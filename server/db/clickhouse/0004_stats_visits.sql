-- The visits of days that are over, so that a question with a filter need not derive them from events again.
--
-- A row is one visit, written once together with the counts of its day and under the same build. Columns from entry to system are the
-- visit's dimensions. The arrays hold its events in order, under the names of the columns of `events`, with one prefix, so that they
-- share the file of their lengths. Times are relative to start, the first activity. What needs no single event is summed up
-- beside them, because arrays take five times as long to read.
--
-- visitor_number counts the visitors of the day, in the order of their ids. It is all that a question needs, takes a tenth of a
-- byte where the id takes eight, and cannot be traced back to the id.
CREATE TABLE IF NOT EXISTS stats_visits
(
    website_id UInt64 CODEC(Delta, ZSTD(1)),
    day Date CODEC(Delta, ZSTD(1)),
    visitor_number UInt32 CODEC(Delta, ZSTD(1)),
    build UInt64 CODEC(ZSTD(1)),
    built_at DateTime('UTC') CODEC(ZSTD(1)),
    retention_days UInt16 CODEC(ZSTD(1)),

    start UInt32 CODEC(T64, ZSTD(1)),
    duration_ms UInt32 CODEC(T64, ZSTD(1)),
    first_index UInt32 CODEC(T64, ZSTD(1)),
    is_bounce UInt8 CODEC(ZSTD(1)),
    views UInt32 CODEC(T64, ZSTD(1)),
    customs UInt32 CODEC(T64, ZSTD(1)),
    engaged UInt64 CODEC(T64, ZSTD(1)),

    entry String CODEC(ZSTD(1)),
    exit String CODEC(ZSTD(1)),
    source LowCardinality(String) CODEC(ZSTD(1)),
    channel LowCardinality(String) CODEC(ZSTD(1)),
    referrer String CODEC(ZSTD(1)),
    utm_source LowCardinality(String) CODEC(ZSTD(1)),
    utm_medium LowCardinality(String) CODEC(ZSTD(1)),
    utm_campaign LowCardinality(String) CODEC(ZSTD(1)),
    utm_content LowCardinality(String) CODEC(ZSTD(1)),
    utm_term LowCardinality(String) CODEC(ZSTD(1)),
    country LowCardinality(String) CODEC(ZSTD(1)),
    language LowCardinality(String) CODEC(ZSTD(1)),
    device LowCardinality(String) CODEC(ZSTD(1)),
    browser LowCardinality(String) CODEC(ZSTD(1)),
    system LowCardinality(String) CODEC(ZSTD(1)),

    `event.time` Array(Int32) CODEC(ZSTD(1)),
    `event.kind` Array(Enum8('pageview' = 1, 'engagement' = 2, 'event' = 3, 'outbound' = 4, 'download' = 5, 'not_found' = 6, 'vitals' = 7))
        CODEC(ZSTD(1)),
    `event.engaged_ms` Array(UInt32) CODEC(ZSTD(1)),
    `event.path` Array(String) CODEC(ZSTD(1)),
    `event.name` Array(LowCardinality(String)) CODEC(ZSTD(1)),
    `event.props` Array(Map(LowCardinality(String), String)) CODEC(ZSTD(1)),
    -- Less than zero: not measured.
    `event.lcp_ms` Array(Int32) CODEC(ZSTD(1)),
    `event.inp_ms` Array(Int32) CODEC(ZSTD(1)),
    `event.cls` Array(Float32) CODEC(ZSTD(1)),
    `event.ttfb_ms` Array(Int32) CODEC(ZSTD(1)),
    `event.fcp_ms` Array(Int32) CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (website_id, day, visitor_number, start)
TTL day + toIntervalDay(retention_days + 2)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- Whether the build also stored the visits of its day. `none`: it was made before there were any, and the day is due again.
-- `too_large`: they did not fit into the memory of a build, so that the day is counted, and derived for what needs visits.
ALTER TABLE stats_builds
    ADD COLUMN IF NOT EXISTS visits Enum8('none' = 0, 'stored' = 1, 'too_large' = 2) DEFAULT 'none' CODEC(ZSTD(1));

-- When the row was written; rows of builds that are out of date, or did not finish, are deleted after a while.
ALTER TABLE stats_days
    ADD COLUMN IF NOT EXISTS built_at DateTime('UTC') DEFAULT toDateTime(0, 'UTC') CODEC(ZSTD(1));
