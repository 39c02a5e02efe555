import type { Resource } from './resource.ts'

export const auditLogResource: Resource = {
  name: 'audit-log',
  summary: 'Who changed what in the team. Needs the scope audit:read and the role admin',
  columns: [
    'at=created_at',
    'action',
    'by=actor_name',
    'record=record_name',
    'record_id',
    'actor_type',
    'record_type',
    'ip_address',
  ],
  commands: {
    list: { operation: 'auditLog.list' },
  },
}
