import { teamRoutes } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { respond, serve, serveWithoutTransaction, type Served } from '../../http/serve.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import type { Vault } from '../accounts/index.ts'
import { deleteAnyKey, findAnyKey } from '../keys/index.ts'
import {
  acceptInvitationUnscoped,
  deleteInvitation,
  findInvitation,
  insertInvitation,
  listInvitations,
  previewInvitationUnscoped,
} from './invitations.ts'
import {
  deleteMember,
  deleteTeam,
  findCurrentMember,
  findCurrentTeam,
  findTeam,
  insertTeam,
  listMembers,
  listTeamKeys,
  listTeams,
  updateMember,
  updateTeam,
} from './store.ts'

export interface TeamParts {
  config: Config
  postgres: Postgres
  vault: Vault
}

/** Routes below /api/teams/:id act in that team, whatever the header says. */
export function serveTeams({ config, postgres, vault }: TeamParts): Served[] {
  return [
    serve(teamRoutes.list, ({ tx, actor, query }) => listTeams(tx, actor, query)),
    serve(teamRoutes.create, ({ tx, body }) => insertTeam(tx, { name: body.name, vault, config })),
    serve(teamRoutes.show, ({ tx, params }) => findTeam(tx, params.id)),
    serve(teamRoutes.update, ({ tx, body }) => updateTeam(tx, body), { current: findCurrentTeam }),
    serve(teamRoutes.remove, ({ tx }) => deleteTeam(tx), { current: findCurrentTeam }),
    serve(teamRoutes.members, ({ tx, query }) => listMembers(tx, query)),
    serve(
      teamRoutes.updateMember,
      ({ tx, actor, params, body }) => updateMember(tx, actor, { id: params.member_id, ...body }),
      { current: findCurrentMember },
    ),
    serve(teamRoutes.removeMember, ({ tx, actor, params }) => deleteMember(tx, actor, params.member_id), {
      current: findCurrentMember,
    }),
    serve(teamRoutes.invitations, ({ tx, query }) => listInvitations(tx, query)),
    serve(teamRoutes.invite, async ({ tx, actor, params, body }) =>
      respond(await insertInvitation(tx, { actor, config, input: body }), {
        location: `/api/teams/${params.id}/invitations`,
      }),
    ),
    serve(teamRoutes.revokeInvitation, ({ tx, params }) => deleteInvitation(tx, params.invitation_id), {
      current: findInvitation,
    }),
    serve(teamRoutes.keys, ({ tx, actor, query }) => listTeamKeys(tx, actor, query)),
    serve(teamRoutes.revokeKey, ({ tx, actor, params }) => deleteAnyKey(tx, actor, params.key_id), {
      current: findAnyKey,
    }),
    serve(teamRoutes.previewInvitation, ({ body }) =>
      postgres.asRole('auth', (tx) => previewInvitationUnscoped(tx, config, body.token)),
    ),
    serveWithoutTransaction(teamRoutes.acceptInvitation, ({ actor, body, caller }) =>
      postgres.asRole('auth', (tx) =>
        acceptInvitationUnscoped(tx, config, { user_id: actor.user_id, token: body.token, address: caller.address }),
      ),
    ),
  ]
}
