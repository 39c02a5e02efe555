import { SETTINGS_TABS } from '../../dashboard/src/screens/websites/settings-tabs.ts'
import type { Ids } from './contents.ts'

export interface Screen {
  name: string
  path: string
  /** Opened without a session. */
  isPublic?: true
  /** The expected status if it is not 200. */
  status?: number
  /** Contains animations: the gallery of components. */
  isMoving?: true
}

/** Every screen of the dashboard of one account. */
export const listScreens = (ids: Ids): Screen[] => [
  { name: 'overview', path: '/' },
  { name: 'websites', path: '/websites' },
  { name: 'website', path: `/websites/${ids.website}` },
  { name: 'website-settings', path: `/websites/${ids.website}/settings` },
  ...SETTINGS_TABS.filter((tab) => tab !== 'general').map((tab) => ({
    name: `website-settings-${tab}`,
    path: `/websites/${ids.website}/settings?tab=${tab}`,
  })),
  { name: 'monitors', path: '/monitors' },
  { name: 'monitor-new', path: '/monitors/new' },
  { name: 'monitor-import', path: '/monitors/import' },
  { name: 'monitor', path: `/monitors/${ids.monitor}` },
  { name: 'monitor-edit', path: `/monitors/${ids.monitor}/edit` },
  { name: 'incidents', path: '/incidents' },
  { name: 'incident', path: `/incidents/${ids.incident}` },
  { name: 'notifications', path: '/notifications' },
  { name: 'provider-new', path: '/notifications/new' },
  { name: 'provider', path: `/notifications/${ids.provider}` },
  { name: 'deliveries', path: '/notifications/deliveries' },
  { name: 'assignments', path: '/notifications/assignments' },
  { name: 'escalation-policies', path: '/notifications/escalation' },
  { name: 'escalation-policy-new', path: '/notifications/escalation/new' },
  { name: 'escalation-policy', path: `/notifications/escalation/${ids.policy}` },
  { name: 'on-call-schedules', path: '/notifications/on-call' },
  { name: 'on-call-schedule-new', path: '/notifications/on-call/new' },
  { name: 'on-call-schedule', path: `/notifications/on-call/${ids.schedule}` },
  { name: 'status-pages', path: '/status-pages' },
  { name: 'status-page-new', path: '/status-pages/new' },
  { name: 'status-page', path: `/status-pages/${ids.status_page}` },
  { name: 'page-incidents', path: `/status-pages/${ids.status_page}/incidents` },
  { name: 'page-incident-new', path: `/status-pages/${ids.status_page}/incidents/new?incident=${ids.incident}` },
  { name: 'page-incident', path: `/status-pages/${ids.status_page}/incidents/${ids.page_incident}` },
  { name: 'page-incident-post', path: `/status-pages/post?incident=${ids.incident}` },
  { name: 'maintenance', path: '/maintenance' },
  { name: 'uptime-reports', path: '/uptime-reports' },
  { name: 'objectives', path: '/objectives' },
  { name: 'objective', path: `/objectives/${ids.objective}` },
  { name: 'settings-account', path: '/settings' },
  { name: 'settings-team', path: '/settings/team' },
  { name: 'settings-audit-log', path: '/settings/audit-log' },
  { name: 'settings-security', path: '/settings/security' },
  { name: 'settings-sessions', path: '/settings/sessions' },
  { name: 'settings-keys', path: '/settings/keys' },
  { name: 'settings-users', path: '/settings/users' },
  { name: 'settings-invitations', path: '/settings/invitations' },
  { name: 'welcome-website', path: '/welcome' },
  { name: 'welcome-snippet', path: `/welcome?step=snippet&website=${ids.website}` },
  { name: 'welcome-monitor', path: `/welcome?step=watch&website=${ids.website}` },
  { name: 'welcome-alert', path: `/welcome?step=alert&monitor=${ids.monitor}` },
  { name: 'components', path: '/dev/components', isMoving: true },
]

/** Public pages of the account. */
export const listPublic = ({ slug, incident_path, tracking_id }: Ids): Screen[] => [
  { name: 'public-status', path: `/s/${slug}`, isPublic: true },
  { name: 'public-incident', path: incident_path, isPublic: true },
  { name: 'public-statistics', path: `/p/${tracking_id}`, isPublic: true },
]

export const listSignedOutScreens = ({ locked }: Ids, links: Record<string, string>): Screen[] => [
  { name: 'sign-in', path: '/sign-in', isPublic: true },
  { name: 'sign-up', path: '/sign-up', isPublic: true },
  { name: 'forgot-password', path: '/forgot-password', isPublic: true },
  { name: 'reset-password', path: '/reset-password?token=x', isPublic: true },
  { name: 'public-statistics-password', path: `/p/${locked}`, isPublic: true },
  { name: 'public-statistics-missing', path: '/p/nosuchwebsite000', isPublic: true, status: 404 },
  { name: 'error-not-found', path: '/no-such-page', isPublic: true, status: 404 },
  { name: 'error-link', path: '/verify/x', isPublic: true, status: 404 },
  { name: 'error-method', path: '/s/harbour-coffee/subscribe', isPublic: true, status: 405 },
  { name: 'docs', path: '/docs', isPublic: true },
  { name: 'docs-guide', path: '/docs/guides/monitors', isPublic: true },
  { name: 'api-reference', path: '/docs/api', isPublic: true },
  { name: 'api-problem', path: '/docs/problems/not_found', isPublic: true },
  ...Object.entries(links).map(([name, path]) => ({ name, path, isPublic: true as const })),
]
