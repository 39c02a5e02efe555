import { api } from '../../platform/api.ts'
import { chooseTeam, currentTeam } from '../../platform/current-team.ts'
import { BASE_PATH } from '../../platform/page-facts.ts'

/** Reloads the page, because everything on screen belongs to the previous team. Undefined opens the personal team. */
export function openTeam(id: number | undefined): void {
  chooseTeam(id)
  location.assign(`${BASE_PATH}/`)
}

type ShowRecord = (id: number, options: { team_id: number }) => Promise<unknown>

/** Paths of the screens of a single record, with the request for the record. */
const RECORDS: readonly [RegExp, ShowRecord][] = [
  [/^\/websites\/(\d+)/, (id, options) => api.websites.show(id, options)],
  [/^\/monitors\/(\d+)/, (id, options) => api.monitors.show(id, options)],
  [/^\/incidents\/(\d+)/, (id, options) => api.incidents.show(id, options)],
  [/^\/status-pages\/(\d+)/, (id, options) => api.statusPages.show(id, options)],
  [/^\/maintenance\/(\d+)/, (id, options) => api.maintenance.show(id, options)],
]

let lastPath = ''

/** If a link leads to a record of another team of the user, opens that team at the same URL. */
export async function openTeamOfRecord(path: string): Promise<void> {
  if (lastPath === path) return
  lastPath = path
  const [show, id] = RECORDS.flatMap(([pattern, each]) => {
    const match = pattern.exec(path)
    return match ? [each, Number(match[1])] : []
  }) as [ShowRecord?, number?]
  if (show === undefined || id === undefined) return
  const { data } = await api.teams.list({ pageSize: 100 })
  for (const team of data.filter((each) => each.id !== currentTeam())) {
    const exists = await show(id, { team_id: team.id }).then(
      () => true,
      () => false,
    )
    if (!exists) continue
    chooseTeam(team.id)
    location.reload()
    return
  }
}
