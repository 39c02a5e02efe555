/**
 * Search, and the language of examples, which the browser stores. Without the script, the page shows everything, one below the other.
 * The search covers the whole operation: its path, fields and examples.
 */
export const SCRIPT = `
const root = document.documentElement
const choose = (language) => {
  root.dataset.language = language
  for (const tab of document.querySelectorAll('[data-choose]'))
    tab.setAttribute('aria-pressed', String(tab.dataset.choose === language))
}
const NAME = 'sitewatch.reference.language'
let remembered
try { remembered = localStorage.getItem(NAME) } catch {}
choose(['curl', 'ts', 'swctl'].includes(remembered) ? remembered : 'curl')
document.addEventListener('click', ({ target }) => {
  const tab = target.closest('[data-choose]')
  if (!tab) return
  const before = tab.getBoundingClientRect().top
  choose(tab.dataset.choose)
  scrollBy(0, tab.getBoundingClientRect().top - before)
  try { localStorage.setItem(NAME, tab.dataset.choose) } catch {}
})
const search = document.querySelector('#search')
const parts = [...document.querySelectorAll('.operation')].map((part) => ({
  part,
  text: part.textContent.toLowerCase(),
  link: document.querySelector('.contents li a[href="#' + part.id + '"]').parentElement,
}))
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let count = 0
  for (const { part, text, link } of parts) {
    const isFound = words.every((word) => text.includes(word))
    part.hidden = link.hidden = !isFound
    if (isFound) count++
  }
  for (const group of document.querySelectorAll('.group')) {
    group.hidden = !group.querySelector('.operation:not([hidden]),li:not([hidden])')
    if (group.matches('details')) group.open = words.length > 0
  }
  document.querySelector('#found').textContent =
    words.length === 0 ? '' : count === 0 ? 'No results for "' + search.value + '".' : count + (count === 1 ? ' result' : ' results')
})
`
