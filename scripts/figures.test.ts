import { describe, expect, it } from 'vitest'
import { readPage as renderDocs } from '../server/src/web/docs/markdown.ts'
import {
  type Figure,
  fillFigures,
  formatFigure,
  listFigurePages,
  MARKED,
  readFigures,
  readPage,
  replaceFigures,
} from './figures.ts'

const RUN = { date: '2026-02-02', commit: '11111111', machine: 'this one', source: 'run' } as const
const FIGURES = readFigures()
const PAGES = listFigurePages()

/** Digits that nobody measured: a percentile, the period of a dashboard, a status. */
const NOT_MEASURED = /\bp99\b|\b90 days\b|\bsame 404\b/g
const withoutMarked = (text: string): string => text.replaceAll(MARKED, '').replaceAll(NOT_MEASURED, '')

/** The cells of a column in the tables under a heading. */
function listCells(page: string, heading: string, column: number): string[] {
  const [, below = ''] = readPage(page).split(`\n## ${heading}\n`)
  const rows = (below.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| (?!\|)/.test(line))
  return rows.map((row) => row.split(' | ')[column] ?? '')
}

describe('docs/figures.json', () => {
  it('has figures that a page shows, with their command, date, commit and machine', () => {
    const shown = new Set(PAGES.flatMap((page) => Array.from(readPage(page).matchAll(MARKED), ([, name]) => name)))
    expect(Object.keys(FIGURES).filter((name) => !shown.has(name))).toEqual([])
    for (const figure of Object.values(FIGURES)) {
      expect(figure).toMatchObject({
        command: expect.stringMatching(/^npm run (bench -- [a-z-]+|torture -- [a-z-]+|generate)$/),
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        commit: expect.stringMatching(/^[0-9a-f]{8}\b/),
        machine: expect.stringMatching(/./),
        source: expect.stringMatching(/^(run|text)$/),
      })
    }
  })

  it('gets what a command measured, and keeps the figures of others', () => {
    const given: Figure = {
      command: 'npm run bench -- stats',
      key: 'dashboard_ms.m1',
      value: 1,
      format: 'ms_as_seconds',
      date: '2026-01-01',
      commit: '00000000',
      machine: 'another',
      source: 'text',
    }
    const before = { one: given, large: { ...given, key: 'dashboard_ms.m100' }, other: { ...given, command: 'other' } }
    const after = replaceFigures(before, given.command, { dashboard_ms: { m1: 612.3, m10: 900 } }, RUN)
    expect(after).toMatchObject({ ...before, one: { ...given, value: 612.3, ...RUN } })
    expect(after['one'] && formatFigure(after['one'])).toBe('0.7 s')
  })
})

describe.each(PAGES)('%s', (page) => {
  it('shows the figures of docs/figures.json: if not, run "npm run generate"', () => {
    expect(readPage(page)).toBe(fillFigures(readPage(page), FIGURES))
  })

  it('has no line that begins with a mark, which would end the Markdown there', () => {
    expect(readPage(page)).not.toMatch(/^\s*<!-- figure /m)
  })
})

describe('a measured figure', () => {
  it.each([
    ['README.md', 'Guarantees', 1],
    ['docs/deployment.md', 'Hardware requirements', 1],
  ])('is marked in the tables of %s under "%s"', (page, heading, column) => {
    const cells = listCells(page, heading, column)
    expect(cells.length).toBeGreaterThan(4)
    expect(cells.filter((cell) => /\d/.test(withoutMarked(cell)))).toEqual([])
  })

  it('is shown in the documentation of the server without its mark', () => {
    const markdown =
      'In <!-- figure a -->1.4 s<!-- /figure -->.\n\n| A |\n|---|\n| <!-- figure a -->2 s<!-- /figure --> |\n'
    const { html, sections } = renderDocs({ slug: '', file: 'docs/a.md', markdown, files: new Map(), base_url: '' })
    expect(html).toContain('<p>In 1.4 s.</p>')
    expect(html).toContain('<td>2 s</td>')
    expect(html).not.toContain('figure')
    expect(sections[0]?.text).toContain('In 1.4 s.')
  })
})
