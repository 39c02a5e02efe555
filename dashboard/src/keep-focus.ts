/** Where the focus may rest when what had it is gone. */
const PLACES = 'li, td, form, section, dialog, main'

/** Focuses what is no control, so that Tab goes on from there and a reader knows where it is. */
function restAt(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.dataset['resting'] = ''
  place.focus({ preventScroll: true })
}

/** Out of a field, but not away from it: the next Tab is where it would have been. */
export function leaveField(field: HTMLElement): void {
  const place = field.closest<HTMLElement>(PLACES)
  if (place) restAt(place)
  else field.blur()
}

/** The same control of a form that was made anew, as after saving. Only there: in a list it would be another row's. */
function findTwin(place: HTMLElement, lost: HTMLElement): HTMLElement | undefined {
  if (!lost.closest('form')) return undefined
  const isTwin = (other: HTMLElement): boolean =>
    other.getAttribute('name') === lost.getAttribute('name') &&
    other.getAttribute('value') === lost.getAttribute('value') &&
    other.textContent === lost.textContent
  return [...place.querySelectorAll<HTMLElement>(`form ${lost.tagName}`)].find(isTwin)
}

/**
 * A control that goes away while it has the focus, such as "Acknowledge" once it is done, would leave it nowhere: the
 * browser then begins again at the top of the page. It goes to the nearest part of the page that is still there.
 */
export function keepFocus(): () => void {
  let last: HTMLElement | undefined
  let places: HTMLElement[] = []
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return
    last = target
    places = []
    for (let place = target.closest<HTMLElement>(PLACES); place; place = place.parentElement?.closest(PLACES) ?? null)
      places.push(place)
  }
  const observer = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    const place = places.find(({ isConnected }) => isConnected) ?? document.querySelector('main')
    const lost = last
    last = undefined
    if (!place) return
    const twin = findTwin(place, lost)
    if (twin) twin.focus()
    else restAt(place)
  })
  addEventListener('focusin', remember)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    removeEventListener('focusin', remember)
    observer.disconnect()
  }
}
