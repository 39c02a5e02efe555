import type { Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { startVisitor, type Visitor } from './chromium.ts'
import { servePages, type PageSet } from './page-set.ts'

/** One browser for the file; tabs and pages are closed at the end of the test that opened them. */
export function useChromium() {
  let visitor: Visitor | undefined

  beforeAll(async () => {
    visitor = await startVisitor()
  })
  afterAll(() => visitor?.close())

  return {
    openTab: async (): Promise<Page> => {
      if (!visitor) throw new Error('tabs are opened inside a test')
      const page = await visitor.context.newPage()
      onTestFinished(() => page.close())
      return page
    },
    serve: async (...args: Parameters<typeof servePages>): Promise<PageSet> => {
      const pages = await servePages(...args)
      onTestFinished(() => pages.close())
      return pages
    },
  }
}
