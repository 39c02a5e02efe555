import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

type Target = string | Locator

export interface Keyboard {
  press(...keys: string[]): Promise<void>
  /** Tab until the element has the focus, as somebody without a mouse would. Every stop on the way must show itself. */
  tabTo(target: Target): Promise<void>
  /** Tab to it, and press: Enter unless told. */
  pressAt(target: Target, key?: string): Promise<void>
  /** Tab to it, and type in place of what is there. */
  write(target: Target, text: string): Promise<void>
  /** The focus is there or comes there by itself: after a dialog, or when what had it is gone. */
  expectFocus(target: Target): Promise<void>
}

const MAX_TABS = 150

/** As much of the page as is needed here: this is no browser's code, though some of it runs in one. */
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

const hasFocus = (wanted: unknown): boolean => (wanted as Node).ownerDocument.activeElement === wanted

/**
 * Whether it has the focus; and what a person who tabs does not see of what has: a stop without a mark, or too small for
 * one. The body is the browser's own bar.
 */
function lookAtStop(wanted: unknown): { isThere: boolean; unseen: string } {
  const { activeElement: stop, body, defaultView } = (wanted as Node).ownerDocument
  const isThere = stop === wanted
  if (stop === body || stop.tagName === 'IFRAME') return { isThere, unseen: '' }
  const { outlineStyle, outlineWidth } = defaultView.getComputedStyle(stop)
  const { width, height } = stop.getBoundingClientRect()
  const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && width > 4 && height > 4
  return { isThere, unseen: isSeen ? '' : stop.outerHTML.slice(0, 200) }
}

export function keyboardOf(page: Page): Keyboard {
  const find = (target: Target): Locator => (typeof target === 'string' ? page.locator(target) : target).first()
  const tabTo = async (target: Target): Promise<void> => {
    const wanted = find(target)
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      const { isThere, unseen } = await wanted.evaluate(lookAtStop)
      if (tabs > 0) expect(unseen, 'a stop that is not seen').toBe('')
      if (isThere) return
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
      const look = async (): Promise<unknown> =>
        (await find(target).evaluate(hasFocus)) ||
        (await page.evaluate('document.activeElement.outerHTML.slice(0, 200)'))
      await expect.poll(look, { message: `the focus at ${String(target)}` }).toBe(true)
    },
  }
}
