import type { MonitorState } from '../../monitoring/checks/index.ts'
import type { LogoView } from './logo-file.ts'
import type { WrittenSource } from './written.ts'

export interface MaintenanceView {
  name: string
  starts_at: string
  ends_at: string
  is_under_way: boolean
}

export interface MonitorSource {
  id: number
  name: string
  /** Its position when shown on its own; null when only its website is shown. */
  position: number | null
  label: string | null
  group_name: string | null
  website_id: number | null
  created_at: string
  status: MonitorState['status']
  unknown: MonitorState['unknown']
  unobserved_since: number | null
  next_due_at: number | null
  last_response_ms: number | null
  is_maintained: boolean
}

export interface IncidentSource {
  id: number
  monitor_id: number
  cause_kind: string
  started_at: string
  resolved_at: string | null
}

export interface PageSource {
  now_ms: number
  page: {
    id: number
    name: string
    description: string | null
    show_response_times: boolean
    accent_color: string | null
    logo: LogoView | null
    created_at: string
    updated_at: string
  }
  monitors: readonly MonitorSource[]
  websites: readonly {
    id: number
    domain: string
    privacy: number
    position: number
    label: string | null
    group_name: string | null
  }[]
  incidents: readonly IncidentSource[]
  unobserved: readonly { monitor_id: number; from: number; to: number; reason: 'paused' | 'unknown' }[]
  maintenance: readonly MaintenanceView[]
  written: readonly WrittenSource[]
}
