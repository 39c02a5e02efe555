import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findHardCodedTexts } from './hard-coded-texts.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** Only developers see these. */
const DEVELOPMENT = ['dashboard/src/charts/chart-gallery.tsx', 'dashboard/src/screens/components/components-screen.tsx']

const FILES = globSync('dashboard/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/\.(test|gen)\.tsx?$|sample-data/.test(file) && !DEVELOPMENT.includes(file),
)

const find = (code: string): string[] => findHardCodedTexts('screen.tsx', code).map(({ text }) => text)

describe('findHardCodedTexts', () => {
  it('finds words between tags, also as one side of a condition', () => {
    expect(find('const A = () => <p>Hello <b>world</b></p>')).toEqual(['Hello', 'world'])
    expect(find("const A = () => <p>{isOpen ? 'Close' : t`Open`}</p>")).toEqual(['Close'])
  })

  it('finds words in attributes and properties that are shown, with placeholders, too', () => {
    expect(find('const A = () => <Field label="Name" name="name" className="grid gap-2" />')).toEqual(['Name'])
    expect(find('const A = () => <nav aria-label={`Pages of ${noun}`} />')).toEqual(['Pages of …'])
    expect(find("const columns = [{ head: 'Status', id: 'status' }]; toast('Saved')")).toEqual(['Status', 'Saved'])
  })

  it('finds a macro that is read before the language is known', () => {
    expect(find('const TITLE = t`Hello`')).toHaveLength(1)
    expect(find('const TITLE = msg`Hello`; const make = () => t`Hello`')).toEqual([])
  })

  it('ignores translated texts, code, names, URLs and numbers', () => {
    expect(find('const A = () => <p title={t`Hello`}><Trans>Hello <b>world</b></Trans></p>')).toEqual([])
    expect(find('const A = () => <p><code>npm ci</code> <b>Sitewatch</b> &nbsp; 42 %</p>')).toEqual([])
    expect(find('const A = () => <Field placeholder="example.com" />')).toEqual([])
  })
})

describe('the dashboard', () => {
  it('has no text outside the catalogue', () => {
    const found = FILES.flatMap((file) =>
      findHardCodedTexts(file, readFileSync(path.join(ROOT, file), 'utf8')).map(
        ({ line, text }) => `${file}:${line}: ${text}`,
      ),
    )
    expect(found).toEqual([])
  })
})
