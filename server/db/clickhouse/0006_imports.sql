-- Which import an event came with, so that the import can be undone; 0: it was collected.
ALTER TABLE events ADD COLUMN IF NOT EXISTS import_id UInt64 DEFAULT 0 CODEC(ZSTD(1));

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
