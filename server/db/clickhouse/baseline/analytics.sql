-- What happened on the pages of the websites.
--
-- A row is one event, named by (pageview_id, number): a browser that could not tell whether its post arrived sends it again,
-- and the second one, perhaps taken by another collector, is the same row. The engine keeps one of the rows that agree in the
-- whole sorting key, so a question says FINAL. That costs little here: the day comes second in the key, so all but the
-- newest parts of a month hold no common ranges and are read as they are.
--
-- The key serves "one website, some days"; within a day a visitor's events lie together, for the visits that are derived
-- from them (30 minutes of silence end one), and because what describes a visitor then repeats and takes next to no space.
--
-- A visitor is a keyed hash that changes with the UTC day; there is no address and nothing else of a person in here.
-- Non-pageviews repeat host, path and what describes the visitor, and leave the origin (channel to utm_term) empty.

CREATE TABLE IF NOT EXISTS events
(
    website_id UInt64 CODEC(Delta, ZSTD(1)),
    time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    visitor_id UInt64 CODEC(ZSTD(1)),
    pageview_id UInt64 CODEC(ZSTD(1)),
    number UInt16 CODEC(ZSTD(1)),
    kind Enum8('pageview' = 1, 'engagement' = 2, 'event' = 3, 'outbound' = 4, 'download' = 5, 'not_found' = 6, 'vitals' = 7)
        CODEC(ZSTD(1)),
    retention_days UInt16 CODEC(ZSTD(1)),

    host LowCardinality(String) CODEC(ZSTD(1)),
    path String CODEC(ZSTD(1)),

    channel LowCardinality(String) CODEC(ZSTD(1)),
    source LowCardinality(String) CODEC(ZSTD(1)),
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
    browser_version LowCardinality(String) CODEC(ZSTD(1)),
    system LowCardinality(String) CODEC(ZSTD(1)),
    system_version LowCardinality(String) CODEC(ZSTD(1)),
    bot LowCardinality(String) CODEC(ZSTD(1)),

    engaged_ms UInt32 CODEC(ZSTD(1)),
    scroll_percent UInt8 CODEC(ZSTD(1)),
    name LowCardinality(String) CODEC(ZSTD(1)),
    target String CODEC(ZSTD(1)),
    props Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    revenue Decimal64(4) CODEC(ZSTD(1)),
    currency LowCardinality(String) CODEC(ZSTD(1)),
    lcp_ms Nullable(UInt32) CODEC(ZSTD(1)),
    inp_ms Nullable(UInt32) CODEC(ZSTD(1)),
    cls Nullable(Float32) CODEC(ZSTD(1)),
    ttfb_ms Nullable(UInt32) CODEC(ZSTD(1)),
    fcp_ms Nullable(UInt32) CODEC(ZSTD(1)),
    -- Which import an event came with, so that the import can be undone; 0: it was collected.
    import_id UInt64 DEFAULT 0 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(time)
PRIMARY KEY (website_id, toDate(time), visitor_id)
ORDER BY (website_id, toDate(time), visitor_id, pageview_id, number)
TTL toDateTime(time) + toIntervalDay(retention_days)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- What exclude_bots kept out of the statistics, so that an owner can see what that was. The same columns; 30 days.
CREATE TABLE IF NOT EXISTS filtered_events AS events
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(time)
PRIMARY KEY (website_id, toDate(time), visitor_id)
ORDER BY (website_id, toDate(time), visitor_id, pageview_id, number)
TTL toDateTime(time) + toIntervalDay(least(retention_days, 30))
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

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
    retention_days UInt16 CODEC(ZSTD(1)),
    -- When the row was written; rows of builds that are out of date, or did not finish, are deleted after a while.
    built_at DateTime('UTC') DEFAULT toDateTime(0, 'UTC') CODEC(ZSTD(1))
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
    retention_days UInt16 CODEC(ZSTD(1)),
    -- Whether the build also stored the visits of its day. `none`: the visits are due; until then they are derived from the events. `too_large`:
    -- they did not fit into the memory of a build, so that the day is counted, and derived for what needs visits.
    visits Enum8('none' = 0, 'stored' = 1, 'too_large' = 2) DEFAULT 'none' CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(built_at)
PARTITION BY toYYYYMM(day)
ORDER BY (website_id, day)
TTL day + toIntervalDay(retention_days)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

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
    `event.fcp_ms` Array(Int32) CODEC(ZSTD(1)),
    -- Most events have no revenue: then the currency is empty and the amount zero, which takes next to no space.
    `event.revenue` Array(Decimal64(4)) CODEC(ZSTD(1)),
    `event.currency` Array(LowCardinality(String)) CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (website_id, day, visitor_number, start)
TTL day + toIntervalDay(retention_days + 2)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- Visits of days that still get events, derived once for all questions that are asked about the same state of those days. A
-- partition is such a state: it is written once, read for as long as nothing arrives, and dropped as a whole. Nothing is lost with it, so
-- nothing is synchronised to disk.
CREATE TABLE IF NOT EXISTS stats_recent_visits AS stats_visits
ENGINE = MergeTree
PARTITION BY build
ORDER BY (website_id, day, visitor_number, start);

-- Days that another product had counted. They have no visitors or visits, only sums of a local day of the website by the value of one
-- dimension; `total` has the whole day. A row is one line of the imported file: read again after a kill, it is the same row, so a question says FINAL.
CREATE TABLE IF NOT EXISTS imported_days
(
    website_id UInt64 CODEC(Delta, ZSTD(1)),
    import_id UInt64 CODEC(Delta, ZSTD(1)),
    dimension LowCardinality(String) CODEC(ZSTD(1)),
    day Date CODEC(Delta, ZSTD(1)),
    value String CODEC(ZSTD(1)),
    line UInt64 CODEC(T64, ZSTD(1)),
    visitors UInt64 CODEC(T64, ZSTD(1)),
    visits UInt64 CODEC(T64, ZSTD(1)),
    pageviews UInt64 CODEC(T64, ZSTD(1)),
    events UInt64 CODEC(T64, ZSTD(1)),
    bounces UInt64 CODEC(T64, ZSTD(1)),
    duration_ms UInt64 CODEC(T64, ZSTD(1)),
    engaged_ms UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (website_id, import_id, dimension, day, value, line)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;
