/** Groups of routes, in reading order. `groups` are the first parts of route IDs. */
export const TAGS = [
  { name: 'Websites', groups: ['websites'], description: 'Websites whose visits are counted, and their settings.' },
  { name: 'Statistics', groups: ['stats'], description: 'Visitors, pages, sources, funnels and web vitals.' },
  { name: 'Goals', groups: ['goals'], description: 'Page views and events that count as conversions.' },
  { name: 'Annotations', groups: ['annotations'], description: 'Notes on the chart of a website.' },
  {
    name: 'Statistics imports',
    groups: ['statisticsImports'],
    description: 'Statistics from Plausible, Umami or files of events.',
  },
  { name: 'Events', groups: ['events'], description: 'Events sent from a server.' },
  { name: 'Reports', groups: ['reports'], description: 'Weekly and monthly reports by e-mail.' },
  {
    name: 'Monitors',
    groups: ['monitors'],
    description: 'Uptime checks: settings, check results, response times, uptime, and who gets alerts.',
  },
  { name: 'Tags', groups: ['tags'], description: 'The tags in use, to filter monitors and websites by.' },
  { name: 'Incidents', groups: ['incidents'], description: 'Outages that checks confirmed.' },
  { name: 'Deploys', groups: ['deploys'], description: 'What was deployed when, for charts, incidents and alerts.' },
  {
    name: 'Maintenance windows',
    groups: ['maintenance'],
    description: 'Planned maintenance, during which no incident opens.',
  },
  {
    name: 'Status pages',
    groups: ['statusPages', 'statusPageIncidents', 'statusPageUpdates', 'statusPageTemplates'],
    description: 'Public pages that show the status of monitors, and what people write on them.',
  },
  {
    name: 'Uptime reports',
    groups: ['uptimeReports'],
    description: 'Uptime against a target, on demand and monthly by e-mail.',
  },
  {
    name: 'Objectives',
    groups: ['objectives'],
    description: 'Targets with an error budget, burn alerts, and the uptime that visitors experienced.',
  },
  { name: 'Notification providers', groups: ['providers'], description: 'Where alerts are sent.' },
  {
    name: 'Assignments',
    groups: ['assignments', 'assignmentRules'],
    description: 'Which providers each monitor alerts, and rules that assign them.',
  },
  { name: 'Deliveries', groups: ['deliveries'], description: 'Notifications, sent and failed.' },
  {
    name: 'Escalation policies',
    groups: ['escalationPolicies'],
    description: 'Who is alerted next if nobody acknowledges an incident.',
  },
  { name: 'On-call schedules', groups: ['onCallSchedules'], description: 'Who is on call, and when.' },
  { name: 'Overview', groups: ['overview'], description: 'Everything at a glance.' },
  { name: 'Metrics', groups: ['metrics'], description: 'Monitors and websites for Prometheus.' },
  {
    name: 'Configuration',
    groups: ['config'],
    description: 'The whole team as a file: export it, plan changes, apply them.',
  },
  { name: 'Live updates', groups: ['live'], description: 'A stream of changes (server-sent events).' },
  {
    name: 'Teams',
    groups: ['teams', 'teamInvitations'],
    description: 'People who share websites and monitors: members, roles and invitations.',
  },
  { name: 'Audit log', groups: ['auditLog'], description: 'Who changed what in the team.' },
  { name: 'API keys', groups: ['keys'], description: 'Keys with scopes, for programs.' },
  {
    name: 'Account',
    groups: ['account', 'passkeys', 'identities'],
    description: 'The signed-in account. Requires a session, not a key.',
  },
  { name: 'Sessions', groups: ['session', 'sessions'], description: 'Signing in and out.' },
  {
    name: 'Administration',
    groups: ['users', 'invitations'],
    description: 'Accounts and invitations. Requires a session of an administrator.',
  },
] as const

type Tag = (typeof TAGS)[number]

export function tagOf(id: string): Tag {
  const [group = ''] = id.split('.')
  const tag = TAGS.find(({ groups }) => (groups as readonly string[]).includes(group))
  if (!tag) throw new Error(`${id}: add "${group}" to the groups of a tag`)
  return tag
}
