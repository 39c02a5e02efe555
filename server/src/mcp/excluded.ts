import type { Route } from '@sitewatch/contract'

const FILE = 'answers with a file'
const STREAM = 'answers with a stream'
const SECRET = 'takes or answers with a secret, which would stay in the conversation with the assistant'
const MAIL = 'is about a mail; the figures in it have tools of their own'
const ACCESS = 'is about who has access'
const IMAGE = 'takes a picture'
const IRREVERSIBLE = 'deletes what cannot be restored; a person does that in the dashboard'
const UPLOAD = 'is a part of an upload; a person imports a file with swctl or in the dashboard'
const PERSONAL = 'lists addresses of people outside the team'

/** Operations that a key may call but an assistant does not get, and why. */
export const EXCLUDED: Readonly<Record<string, string>> = {
  'auditLog.export': FILE,
  'config.export': FILE,
  'stats.export': FILE,
  'live.show': STREAM,
  'websites.live': STREAM,
  'metrics.show': 'is in the format of Prometheus; monitors and the overview have the same figures',
  'monitors.bulk': 'changes up to 1,000 monitors at once, which nobody can review in a conversation',
  'config.apply': 'changes a whole team at once, which nobody can review in a conversation',
  'statisticsImports.create': UPLOAD,
  'statisticsImports.upload': UPLOAD,
  'statisticsImports.start': UPLOAD,
  'statisticsImports.remove': IRREVERSIBLE,
  'monitors.recentChecks': 'is for the list of monitors on screen; monitors.checks has the checks of each',
  'providers.create': SECRET,
  'providers.update': SECRET,
  'providers.try': SECRET,
  'providers.pushKey': 'is for browsers that subscribe to push messages',
  'onCallSchedules.createCalendar': SECRET,
  'onCallSchedules.revokeCalendar': SECRET,
  'teams.keys': ACCESS,
  'teams.invitations': ACCESS,
  'statusPages.setLogo': IMAGE,
  'statusPages.removeLogo': IMAGE,
  'statusPages.subscribers': PERSONAL,
  'statusPages.removeSubscriber': PERSONAL,
  'statusPages.remove': IRREVERSIBLE,
  'websites.remove': IRREVERSIBLE,
  'reports.preview': MAIL,
  'reports.send': MAIL,
  'reports.sends': MAIL,
  'uptimeReports.preview': MAIL,
  'uptimeReports.send': MAIL,
  'uptimeReports.sends': MAIL,
}

const NO_SCOPE = 'accounts, sessions, keys and administration are for people'

/** Why an operation is not a tool; undefined if it is one. */
export function whyExcluded({ id, scope, largeBody }: Route): string | undefined {
  const needed = [scope].flat()
  if (needed.some((each) => !each.includes(':'))) return NO_SCOPE
  if (needed.includes('team:write')) return ACCESS
  if (needed.includes('events:write')) return 'is for servers that send events'
  return EXCLUDED[id] ?? (largeBody ? 'takes an upload' : undefined)
}
