-- Visits of days that still get events, derived once for all questions that are asked about the same state of those days. A
-- partition is such a state: it is written once, read for as long as nothing arrives, and dropped as a whole. Nothing is lost with it, so
-- nothing is synchronised to disk.
CREATE TABLE IF NOT EXISTS stats_recent_visits AS stats_visits
ENGINE = MergeTree
PARTITION BY build
ORDER BY (website_id, day, visitor_number, start);
