/** Elements that can get the focus when the focused element is removed. */
const FALLBACKS = 'li, td, form, section, dialog, main'

/** Focuses an element that is not a control, so that Tab continues there and screen readers keep their position. */
function focusElement(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.dataset['resting'] = ''
  element.focus({ preventScroll: true })
}

/** Leaves a field, but stays near it: the next Tab goes to the control after the field. */
export function leaveField(field: HTMLElement): void {
  const element = field.closest<HTMLElement>(FALLBACKS)
  if (element) focusElement(element)
  else field.blur()
}

/** The same control in a form that was rendered again, for example after saving. Not in lists, where it would belong to another row. */
function findTwin(element: HTMLElement, lost: HTMLElement): HTMLElement | undefined {
  if (!lost.closest('form')) return undefined
  const isTwin = (other: HTMLElement): boolean =>
    other.getAttribute('name') === lost.getAttribute('name') &&
    other.getAttribute('value') === lost.getAttribute('value') &&
    other.textContent === lost.textContent
  return [...element.querySelectorAll<HTMLElement>(`form ${lost.tagName}`)].find(isTwin)
}

/**
 * When a focused control is removed, such as "Acknowledge" after it was pressed, the browser would start again at the top of the page.
 * Instead, the nearest part of the page that still exists gets the focus.
 */
export function keepFocus(): void {
  let last: HTMLElement | undefined
  let fallbacks: HTMLElement[] = []
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return
    last = target
    fallbacks = []
    for (let node = target.closest<HTMLElement>(FALLBACKS); node; node = node.parentElement?.closest(FALLBACKS) ?? null)
      fallbacks.push(node)
  }
  // Tab after the last control, or a click beside all controls: what is removed afterwards did not have the focus. A removed control
  // also sends this event, and is only out of the page when the microtask runs.
  const forget = ({ target }: FocusEvent): void =>
    queueMicrotask(() => {
      if (last?.isConnected && target === last && document.activeElement === document.body) last = undefined
    })
  const observer = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    const element = fallbacks.find(({ isConnected }) => isConnected) ?? document.querySelector('main')
    const lost = last
    last = undefined
    if (!element) return
    const twin = findTwin(element, lost)
    if (twin) twin.focus()
    else focusElement(element)
  })
  addEventListener('focusin', remember)
  addEventListener('focusout', forget)
  observer.observe(document.body, { childList: true, subtree: true })
}
