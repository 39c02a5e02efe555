import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/** What each file of this run cost, one line each, written by the workers. */
export const COSTS_FILE = path.join(ROOT, '.local/test-costs.jsonl')

export interface FileCost {
  file: string
  seconds: number
  processor_seconds: number
  /** What the reference work took before the file. */
  reference_ms: number
}

export interface Budget {
  /** Processor-seconds, with everything that is started: of `npm run verify`, of the store tests, of `.ci/run` as a whole. */
  verify: number
  stores: number
  all: number
  /** The last measured processor-seconds of the dearest files: they start first. Written by `npm run test:costs`. */
  files: Readonly<Record<string, number>>
}

export const BUDGET_FILE = path.join(ROOT, 'scripts/suite/budget.json')
export const readBudget = (): Budget => JSON.parse(readFileSync(BUDGET_FILE, 'utf8')) as Budget

/** The costs of the files of a run, dearest first, with paths from the root of the project. */
export function readCosts(): FileCost[] {
  if (!existsSync(COSTS_FILE)) return []
  const lines = readFileSync(COSTS_FILE, 'utf8').split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FileCost)
    .map((cost) => ({ ...cost, file: path.relative(ROOT, cost.file) }))
    .sort((one, other) => other.processor_seconds - one.processor_seconds)
}

/** The processor-seconds of the Postgres of each project, written before it is stopped: it is no child of the runner. */
export const POSTGRES_FILE = path.join(ROOT, '.local/test-postgres-seconds')

export const readPostgresSeconds = (): number =>
  existsSync(POSTGRES_FILE) ? Number(readFileSync(POSTGRES_FILE, 'utf8')) : 0
