import { createFinder, type Hit, type Section } from './find.ts'

/** The search field of the documentation. Sections are loaded when the field first gets the focus; queries do not leave the browser. */
const form = document.querySelector<HTMLFormElement>('form.search')
const input = form?.querySelector('input')
const list = form?.querySelector('ul')
const here = import.meta.url
const docs = new URL('.', here)

let finder: Promise<(question: string) => Hit[]> | undefined

function load(): Promise<(question: string) => Hit[]> {
  finder ??= fetch(new URL('search.json', docs))
    .then((response) => response.json() as Promise<Section[]>)
    .then(createFinder)
  finder.catch(() => (finder = undefined))
  return finder
}

const MARGIN = 60

/** The text around the first match. */
function excerpt({ text, terms }: Hit): string {
  const lower = text.toLowerCase()
  const at = Math.max(
    0,
    Math.min(...terms.map((term) => lower.indexOf(term)).filter((found) => found >= 0), lower.length),
  )
  const from = at === lower.length ? 0 : Math.max(0, at - MARGIN)
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 3 * MARGIN)}${text.length > from + 3 * MARGIN ? '…' : ''}`
}

function renderHit(hit: Hit): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = new URL(hit.id === '' ? '../docs' : hit.id, docs).href
  const small = document.createElement('small')
  small.textContent = excerpt(hit)
  link.append(hit.heading === '' ? hit.title : `${hit.title} › ${hit.heading}`, small)
  item.append(link)
  return item
}

function renderNone(text: string): HTMLLIElement {
  const item = document.createElement('li')
  item.className = 'none'
  item.textContent = text
  return item
}

async function show(): Promise<void> {
  if (!input || !list) return
  const question = input.value.trim()
  list.hidden = question === ''
  if (question === '') return
  const hits = await load().then(
    (find) => find(question),
    () => null,
  )
  if (input.value.trim() !== question) return
  if (hits === null) list.replaceChildren(renderNone('The search could not be loaded. Try again.'))
  else if (hits.length === 0) list.replaceChildren(renderNone('No results. Try other words.'))
  else list.replaceChildren(...hits.map(renderHit))
}

/** Up and down move through the field and the results; Escape closes them. */
function onKey(event: KeyboardEvent): void {
  if (!input || !list || !form) return
  const stops = [input, ...list.querySelectorAll('a')]
  const at = stops.indexOf(document.activeElement as HTMLAnchorElement)
  if (event.key === 'Escape') {
    list.hidden = true
    input.focus()
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    stops[Math.min(stops.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
  }
}

input?.addEventListener('focus', () => void load().catch(() => undefined))
input?.addEventListener('input', () => void show())
form?.addEventListener('keydown', onKey)
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  list?.querySelector('a')?.click()
})
document.addEventListener('click', (event) => {
  if (list && form && !form.contains(event.target as Node)) list.hidden = true
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || document.activeElement === input) return
  event.preventDefault()
  input?.focus()
})

const initialQuery = new URLSearchParams(location.search).get('q')
if (input && initialQuery !== null) {
  input.value = initialQuery
  input.focus()
  void show()
}
