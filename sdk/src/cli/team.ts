import type { Resource } from './resource.ts'

export const teamResource: Resource = {
  name: 'team',
  summary: 'Teams: members, roles and invitations. A key acts in one team',
  columns: ['id', 'name', 'role', 'is_personal', 'created_at'],
  commands: {
    list: { operation: 'teams.list', summary: 'Show the team of this key' },
    show: { operation: 'teams.show' },
    create: { operation: 'teams.create' },
    rename: { operation: 'teams.update', arguments: ['id', 'name'] },
    remove: { operation: 'teams.remove' },
    members: { operation: 'teams.members', columns: ['id', 'email', 'role', 'website_ids', 'created_at'] },
    'set-role': { operation: 'teams.updateMember', arguments: ['id', 'member_id', 'role'] },
    'remove-member': { operation: 'teams.removeMember' },
    invitations: {
      operation: 'teams.invitations',
      columns: ['id', 'email', 'role', 'invited_by', 'expires_at', 'accepted_at'],
    },
    invite: {
      operation: 'teams.invite',
      arguments: ['id', 'email'],
      note: 'Save the link now: it is not shown again.',
    },
    'revoke-invitation': { operation: 'teams.revokeInvitation' },
    keys: {
      operation: 'teams.keys',
      columns: ['id', 'name', 'user_email', 'prefix', 'scopes', 'expires_at', 'last_used_at'],
    },
    'revoke-key': { operation: 'teams.revokeKey' },
  },
}
