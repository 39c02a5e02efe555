import { api } from '../../api.ts'
import { chooseTeam, currentTeam } from '../../current-team.ts'
import { BASE_PATH } from '../../page-facts.ts'

/** Loads the page anew, because everything on screen belongs to the team before. Undefined: one's personal team. */
export function openTeam(id: number | undefined): void {
  chooseTeam(id)
  location.assign(`${BASE_PATH}/`)
}

type Show = (id: number, options: { team_id: number }) => Promise<unknown>

/** Screens of a single record, by their path. */
const RECORDS: readonly [RegExp, Show][] = [
  [/^\/websites\/(\d+)/, (id, options) => api.websites.show(id, options)],
  [/^\/monitors\/(\d+)/, (id, options) => api.monitors.show(id, options)],
  [/^\/incidents\/(\d+)/, (id, options) => api.incidents.show(id, options)],
  [/^\/status-pages\/(\d+)/, (id, options) => api.statusPages.show(id, options)],
  [/^\/maintenance\/(\d+)/, (id, options) => api.maintenance.show(id, options)],
]

let searched = ''

/** A link may lead to a record of another of one's teams: then that team is opened, at the same address. */
export async function openTeamOfRecord(path: string): Promise<void> {
  if (searched === path) return
  searched = path
  const [show, id] = RECORDS.flatMap(([pattern, each]) => {
    const match = pattern.exec(path)
    return match ? [each, Number(match[1])] : []
  }) as [Show?, number?]
  if (show === undefined || id === undefined) return
  const { data } = await api.teams.list({ pageSize: 100 })
  for (const team of data.filter((each) => each.id !== currentTeam())) {
    const isThere = await show(id, { team_id: team.id }).then(
      () => true,
      () => false,
    )
    if (!isThere) continue
    chooseTeam(team.id)
    location.reload()
    return
  }
}
