import { mergeSpans, type Span } from '../../platform/time/spans.ts'

export interface VisitCounts {
  /** Visits that began in the span and were seen. */
  seenIn: (span: Span) => number
  /** Visits that usually begin in the span. */
  expectedIn: (span: Span) => number
}

export interface ExperiencedVisits {
  /** All visits that were seen, during outages as well. */
  seen: number
  /** Visits that were expected during outages and did not come. */
  failed: number
}

/** Visits that did not come in one outage. Zero if more came than expected. */
export const countFailed = (outage: Span, { seenIn, expectedIn }: VisitCounts): number =>
  Math.max(0, expectedIn(outage) - seenIn(outage))

/**
 * Visits that met a working site, and those that did not. A visit that was seen during an outage met a working site: its page was
 * cached, or not everything was down. It counts as seen and is subtracted from the expected visits, as for the visitors affected by an
 * incident, so seen + failed is the number of visits seen outside of outages plus the number expected during them.
 */
export function countExperienced(window: Span, outages: readonly Span[], counts: VisitCounts): ExperiencedVisits {
  const failed = mergeSpans(outages).reduce((sum, outage) => sum + countFailed(outage, counts), 0)
  return { seen: counts.seenIn(window), failed }
}
