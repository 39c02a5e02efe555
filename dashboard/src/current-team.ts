const KEY = 'sitewatch.team'

/** Each tab has its own team; a new one starts with the last that was chosen. Storage may be forbidden: then it is the personal team. */
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

/** From the next call on. What is on screen is of the team before: the caller loads the page anew. */
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

/** For an address that the browser itself asks for, without our header. */
export const withTeam = (url: string): string =>
  current === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}team_id=${current}`
