import { msg, t } from '@lingui/core/macro'
import { TabNav } from '../../ui/tab-nav.tsx'

const TABS = [
  { to: '/notifications', label: msg`Providers` },
  { to: '/notifications/escalation', label: msg`Escalation policies` },
  { to: '/notifications/on-call', label: msg`On-call schedules` },
] as const

export function NotificationTabs() {
  return <TabNav label={t`Notifications`} parts={TABS} />
}
