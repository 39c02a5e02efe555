import type { Resource } from './resource.ts'

export const auditLogResource: Resource = {
  name: 'audit-log',
  summary: 'Who changed what in the team. Needs the scope audit:read and the role admin',
  columns: [
    'created_at',
    'action',
    'actor_type',
    'actor_name',
    'record_type',
    'record_id',
    'record_name',
    'ip_address',
  ],
  commands: {
    list: { operation: 'auditLog.list' },
  },
}
