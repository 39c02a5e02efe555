import { SCOPES } from '@sitewatch/contract'
import type { Answer, TestApp } from '../../support/app.ts'
import { makeTeamKey } from '../../support/teams.ts'
import type { TeamCaller } from './random-team.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into files freely
export type ConfigDocument = any

export interface ConfigTeam extends TeamCaller {
  team_id: number
  key: string
  /** The export of the team. */
  read(): Promise<ConfigDocument>
  apply(config: object, query?: string): Promise<Answer>
  /** The planned changes, one line each. */
  plan(config: object, query?: string): Promise<string[]>
}

export function callAs(
  app: TestApp,
  { user_id, team_id, key }: { user_id: number; team_id: number; key: string },
): ConfigTeam {
  const call: ConfigTeam['call'] = (method, path, json) =>
    app.call(method, path, { key, ...(json !== undefined && { json }) })
  const apply: ConfigTeam['apply'] = (config, query = '') => call('POST', `/api/config/apply${query}`, config)
  return {
    user_id,
    team_id,
    key,
    call,
    apply,
    async read() {
      const { status, text, body } = await call('GET', '/api/config/export')
      if (status !== 200) throw new Error(`export answered ${status}: ${text}`)
      const { object: _, ...config } = body.data
      return config
    },
    async plan(config, query = '') {
      const { status, text, body } = await apply(config, `?dry_run=true${query}`)
      if (status !== 200) throw new Error(`plan answered ${status}: ${text}`)
      return (body.data.changes as ConfigDocument[]).map(
        ({ action, kind, name, fields }) =>
          `${action} ${kind} ${name}${fields.map((each: ConfigDocument) => ` ${each.field}: ${JSON.stringify(each.before)} -> ${JSON.stringify(each.after)}`).join(',')}`,
      )
    },
  }
}

/** A team with one owner: a new user, or one who already has a team. */
export async function makeConfigTeam(app: TestApp, owner?: { user_id: number }): Promise<ConfigTeam> {
  const user_id = owner?.user_id ?? (await app.makeUser()).id
  const { rows } = await app.database.admin.query<{ id: string }>(
    `with made as (insert into teams (name, data_key) values ('Operations', $2) returning id)
     insert into memberships (team_id, user_id, role) select id, $1, 'owner' from made returning team_id as id`,
    [user_id, app.parts.vault.makeDataKey()],
  )
  const team_id = Number(rows[0]?.id)
  const { key } = await makeTeamKey(app, { user_id, team_id }, SCOPES)
  return callAs(app, { user_id, team_id, key })
}

export const EMPTY = {
  version: 1,
  websites: [],
  providers: [],
  on_call_schedules: [],
  escalation_policies: [],
  monitors: [],
  assignment_rules: [],
  status_pages: [],
  maintenance_windows: [],
  uptime_reports: [],
}
