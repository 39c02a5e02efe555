import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import path from 'node:path'

/**
 * `docs/figures.json` has every measured figure of README and docs once. A page shows one between two comments, which no reader sees:
 * `<!-- figure NAME -->1.4 s<!-- /figure -->`. `npm run bench -- NAME --record` and `npm run torture -- NAME --record` write what they
 * measured to that file, and `npm run generate` writes the file to the pages.
 */
const ROOT = path.resolve(import.meta.dirname, '..')
const FILE = path.join(ROOT, 'docs/figures.json')

/** Times and memory are rounded up, rates are rounded down. */
const up = (value: number, digits: number): string =>
  (Math.ceil(Number((value * 10 ** digits).toFixed(6))) / 10 ** digits).toFixed(digits)
const twoDigits = (value: number): number => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1)
  return Math.floor(value / unit) * unit
}
/** How a value is written. Its unit is that of the key, and the name says what is shown. */
const FORMATS = {
  count: (value) => value.toLocaleString('en'),
  rate: (value) => twoDigits(value).toLocaleString('en'),
  bytes: (value) => `${up(value, 0)} bytes`,
  bytes_as_kb: (value) => `${(value / 1000).toFixed(1)} kB`,
  mb_as_gb: (value) => `${up(value / 1000, 2)} GB`,
  mb: (value) => `${up(value, 0)} MB`,
  ms: (value) => `${Number(up(value, 2))} ms`,
  ms_as_seconds: (value) => `${up(value / 1000, 1)} s`,
  seconds: (value) => `${up(value, 0)} s`,
  hours: (value) => `${up(value, 0)} hours`,
  decimal: (value) => up(value, 2),
  minutes: (value) => `${up(value, 0)} minutes`,
  minutes_as_hours: (value) => `${up(value / 60, 0)} hours`,
  share: (value) => `${Number((value * 100).toFixed(1))} %`,
} satisfies Record<string, (value: number) => string>

export interface Figure {
  /** What measures it. */
  command: string
  /** Where it is in the line of JSON that the command prints, such as `dashboard_ms.m1`. */
  key: string
  value: number
  format: keyof typeof FORMATS
  /** Of the run; of the text if `source` is `text`: the value stood on the page before runs were recorded. */
  date: string
  commit: string
  machine: string
  source: 'run' | 'text'
}
export type Figures = Record<string, Figure>

export const readFigures = (): Figures => JSON.parse(readFileSync(FILE, 'utf8')) as Figures
export const renderFigures = (figures: Figures): string => `${JSON.stringify(figures, null, 2)}\n`
export const formatFigure = ({ format, value }: Figure): string => FORMATS[format](value)

export const MARKED = /<!-- figure (\S+) -->(.*?)<!-- \/figure -->/g

/** A page with the figures as they are now. */
export const fillFigures = (page: string, figures: Figures): string =>
  page.replaceAll(MARKED, (_all, name: string) => {
    const figure = figures[name]
    if (!figure) throw new Error(`docs/figures.json has no figure ${name}`)
    return `<!-- figure ${name} -->${formatFigure(figure)}<!-- /figure -->`
  })

/** Pages with figures, from the root of the project. Those of decisions (docs/adr) stay as they were when they were made. */
export const listFigurePages = (): string[] =>
  ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })]
    .filter((page) => !page.startsWith('docs/adr') && readPage(page).search(MARKED) >= 0)
    .sort()

export const readPage = (page: string): string => readFileSync(path.join(ROOT, page), 'utf8')

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

type Run = Pick<Figure, 'date' | 'commit' | 'machine' | 'source'>

/** To be called when the run begins: it measures the sources as they are then. */
export function describeRun(): Run {
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs/figures.json') !== ''
  const model = cpus()[0]?.model.replace(/\(R\)|\(TM\)/g, '') ?? 'unknown processor'
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short=8', 'HEAD') + (isChanged ? ' with changes' : ''),
    machine: `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB of memory, ${model}`,
    source: 'run',
  }
}

const readKey = (result: object, key: string): unknown =>
  key.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], result)

/** The figures with those of a command as it measured them. What a part of it did not measure stays. */
export function replaceFigures(figures: Figures, command: string, result: object, run: Run): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => {
      const value = figure.command === command ? readKey(result, figure.key) : undefined
      return [name, typeof value === 'number' ? { ...figure, value, ...run } : figure]
    }),
  )
}

/** Writes the figures of a run to the file and to the pages. */
export function recordFigures(command: string, result: object, run: Run): void {
  const figures = replaceFigures(readFigures(), command, result, run)
  writeFileSync(FILE, renderFigures(figures))
  for (const page of listFigurePages()) writeFileSync(path.join(ROOT, page), fillFigures(readPage(page), figures))
}
