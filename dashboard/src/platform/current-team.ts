const KEY = 'sitewatch.team'

/** Each tab has its own team. A new tab starts with the team that was chosen last, or with the personal team if storage is blocked. */
function read(): number | undefined {
  try {
    const stored = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY)
    return stored !== null && /^[1-9]\d{0,14}$/.test(stored) ? Number(stored) : undefined
  } catch {
    return undefined
  }
}

let current = read()

/** Undefined: the personal team. */
export const currentTeam = (): number | undefined => current

/** Applies to later API calls. The caller must reload the page, which still shows the previous team. */
export function chooseTeam(id: number | undefined): void {
  current = id
  try {
    for (const storage of [sessionStorage, localStorage]) {
      if (id === undefined) storage.removeItem(KEY)
      else storage.setItem(KEY, String(id))
    }
  } catch {
    document.documentElement.dataset['storage'] = 'none'
  }
}

/** For a URL that the browser requests itself, without the team header. */
export const withTeam = (url: string): string =>
  current === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}team_id=${current}`
