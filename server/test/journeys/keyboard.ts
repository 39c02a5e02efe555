import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

type Target = string | Locator

export interface Keyboard {
  press(...keys: string[]): Promise<void>
  /** Presses Tab until the element has the focus. Every element on the way must show its focus. */
  tabTo(target: Target): Promise<void>
  /** Tabs to the element and presses a key, Enter by default. */
  pressAt(target: Target, key?: string): Promise<void>
  /** Tabs to the element and replaces its text. */
  write(target: Target, text: string): Promise<void>
  /** Waits until the element has the focus, for example after a dialog closes. */
  expectFocus(target: Target): Promise<void>
}

const MAX_TABS = 150

/** The part of the DOM that is used here. This file is not compiled for a browser, although some functions run in one. */
interface Node {
  tagName: string
  outerHTML: string
  getBoundingClientRect(): { width: number; height: number }
  ownerDocument: {
    activeElement: Node
    body: Node
    defaultView: { getComputedStyle(node: Node): { outlineStyle: string; outlineWidth: string } }
  }
}

const hasFocus = (element: unknown): boolean => (element as Node).ownerDocument.activeElement === element

/**
 * Whether the element has the focus, the HTML of the focused element, and whether its focus is visible: with an outline, and large
 * enough for one. When the body has the focus, it is in the browser's own toolbar.
 */
function inspectFocus(element: unknown): { isThere: boolean; html: string; isSeen: boolean } {
  const { activeElement: focused, body, defaultView } = (element as Node).ownerDocument
  const isThere = focused === element
  const html = focused.outerHTML.slice(0, 200)
  if (focused === body || focused.tagName === 'IFRAME') return { isThere, html, isSeen: true }
  const { outlineStyle, outlineWidth } = defaultView.getComputedStyle(focused)
  const { width, height } = focused.getBoundingClientRect()
  const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && width > 4 && height > 4
  return { isThere, html, isSeen }
}

export function keyboardOf(page: Page): Keyboard {
  const find = (target: Target): Locator => (typeof target === 'string' ? page.locator(target) : target).first()
  const tabTo = async (target: Target): Promise<void> => {
    const element = find(target)
    let previous = ''
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      const { isThere, html, isSeen } = await element.evaluate(inspectFocus)
      if (tabs > 0) expect(isSeen, `the focus is visible at ${html} after ${previous}`).toBe(true)
      if (isThere) return
      previous = html
      await page.keyboard.press('Tab')
    }
    throw new Error(`${String(target)} is not reached by Tab`)
  }
  return {
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
    },
    tabTo,
    async pressAt(target, key = 'Enter') {
      await tabTo(target)
      await page.keyboard.press(key)
    },
    async write(target, text) {
      await tabTo(target)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
    async expectFocus(target) {
      const readFocus = async (): Promise<unknown> =>
        (await find(target).evaluate(hasFocus)) ||
        (await page.evaluate('document.activeElement.outerHTML.slice(0, 200)'))
      await expect.poll(readFocus, { message: `the focus at ${String(target)}` }).toBe(true)
    },
  }
}
