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
    fcp_ms Nullable(UInt32) CODEC(ZSTD(1))
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
