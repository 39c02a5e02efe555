import type { Resource } from './resource.ts'

export const teamResource: Resource = {
  name: 'team',
  summary: 'Teams: members, roles and invitations. A key acts in one team',
  columns: ['id', 'name', 'role', 'personal=is_personal', 'created=created_at'],
  commands: {
    list: { operation: 'teams.list', summary: 'Show the team of this key' },
    show: { operation: 'teams.show' },
    create: { operation: 'teams.create' },
    rename: { operation: 'teams.update', arguments: ['id', 'name'] },
    remove: { operation: 'teams.remove' },
    members: { operation: 'teams.members', columns: ['id', 'email', 'role', 'created=created_at', 'website_ids'] },
    'set-role': { operation: 'teams.updateMember', arguments: ['id', 'member_id', 'role'] },
    'remove-member': { operation: 'teams.removeMember' },
    invitations: {
      operation: 'teams.invitations',
      columns: ['id', 'email', 'role', 'expires=expires_at', 'accepted=accepted_at', 'invited_by'],
    },
    invite: {
      operation: 'teams.invite',
      arguments: ['id', 'email'],
      note: 'Save the link now: it is not shown again.',
    },
    'revoke-invitation': { operation: 'teams.revokeInvitation' },
    keys: {
      operation: 'teams.keys',
      columns: ['id', 'name', 'user=user_email', 'prefix', 'last_used=last_used_at', 'expires=expires_at', 'scopes'],
    },
    'revoke-key': { operation: 'teams.revokeKey' },
  },
}
