/** Example values for proposals for a website; see EXAMPLES. */
export const PROPOSAL_EXAMPLES: Readonly<Record<string, unknown>> = {
  'WebsiteProposals.visits': 41_280,
  'WebsiteProposals.from': '2026-10-18T00:00:00.000Z',
  'WebsiteProposals.to': '2026-11-16T09:30:00.000Z',
  'WebsiteProposals.monitored_percent': 0,
  'WebsiteProposals.covered_percent': 82.4,
  'ProposedMonitor.friendly_name': 'example.com/pricing',
  'ProposedMonitor.url': 'https://example.com/pricing',
  'ProposedMonitor.visits': 9120,
  'ProposedMonitor.visit_percent': 22.1,
  'interval.seconds': 60,
  visits_between_checks: 2,
  busiest_hour: 20,
  busiest_hour_visits: 118.2,
  'maintenance.starts_at': '04:00',
  'maintenance.visit_percent': 0.7,
}
