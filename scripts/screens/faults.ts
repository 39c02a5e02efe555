import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const MAX_SHIFT = 0.02

/** Runs before the page loads. Collects layout shifts that are not caused by input. */
export const WATCH_SHIFTS = `globalThis.shifts = []; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifts.push({
    value: entry.value, at: Math.round(entry.startTime),
    of: (entry.sources ?? []).map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '?').slice(0, 90)).join(' | ') })
}).observe({ type: 'layout-shift', buffered: true })`

const FIND_VIOLATIONS = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')))`

/**
 * Text that does not fit into its box. Allowed: an ellipsis with the full text in a title, a box that scrolls, and text that is only for
 * screen readers.
 */
const FIND_CLIPPED_TEXT = `(() => {
  const found = []
  const hasText = (node) => [...node.childNodes].some((each) => each.nodeType === 3 && each.textContent.trim() !== '')
  for (const node of document.body.querySelectorAll('*')) {
    if (!hasText(node) || node.closest('svg, [aria-hidden=true], option, script, style, noscript')) continue
    const { width, height } = node.getBoundingClientRect()
    const style = getComputedStyle(node)
    if (width <= 2 || height <= 2 || style.visibility === 'hidden' || style.clipPath !== 'none') continue
    const isScrolled = /auto|scroll/.test(style.overflowX + style.overflowY)
    const isCut = node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1 && !isScrolled
    const isLow = /hidden|clip/.test(style.overflowY) && node.scrollHeight > node.clientHeight + 3
    const isTold = style.textOverflow === 'ellipsis' && node.closest('[title]') !== null
    if ((isCut || isLow) && !isTold) found.push(node.outerHTML.slice(0, 140))
  }
  return found
})()`

const READ_OVERFLOW_PX = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

interface Shift {
  value: number
  at: number
  of: string
}

/** Describes what is wrong with the page in its current state. */
export async function findFaults(page: Page): Promise<string[]> {
  const overflow_px = await page.evaluate<number>(READ_OVERFLOW_PX)
  const clipped = await page.evaluate<string[]>(FIND_CLIPPED_TEXT)
  await page.evaluate(`${AXE}; true`)
  const violations = await page.evaluate<string[]>(FIND_VIOLATIONS)
  return [
    ...(overflow_px > 0 ? [`sideways scrolling: ${overflow_px} px`] : []),
    ...clipped.map((text) => `text cut off: ${text}`),
    ...violations.map((text) => `axe ${text}`),
  ]
}

export async function findShifts(page: Page): Promise<string[]> {
  const shifts = await page.evaluate<Shift[]>('globalThis.shifts ?? []')
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  if (total < MAX_SHIFT) return []
  const largest = shifts.toSorted((a, b) => b.value - a.value).slice(0, 3)
  const descriptions = largest.map(({ value, at, of }) => `${value.toFixed(3)} at ${at} ms of ${of}`)
  return [`layout shift ${total.toFixed(3)}: ${descriptions.join('; ')}`]
}
