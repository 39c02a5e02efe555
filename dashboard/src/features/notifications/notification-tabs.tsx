import { msg, t } from '@lingui/core/macro'
import { TabNav } from '../../ui/tab-nav.tsx'

const PARTS = [
  { to: '/notifications', label: msg`Providers` },
  { to: '/notifications/escalation', label: msg`Escalation policies` },
  { to: '/notifications/on-call', label: msg`On-call schedules` },
] as const

/** Who is alerted, when and how: the lists of one kind of thing each. */
export function NotificationTabs() {
  return <TabNav label={t`Notifications`} parts={PARTS} />
}
