import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Budget, type FileCost, ROOT } from './costs.ts'

/** Vitest's JSON report, as far as it is read here. */
export interface TestReport {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: readonly {
    name: string
    assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[]
  }[]
}

export function readReport(file: string): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport
  } catch {
    // The runner ended before it wrote one.
    return undefined
  }
}

export interface Tally {
  passed: number
  failed: number
}

/** Skipped tests, and a run without tests, count as failures. */
export function tallyReport(report: TestReport | undefined): Tally {
  if (!report || report.numTotalTests === 0) return { passed: 0, failed: 1 }
  return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests }
}

/** Tests that failed once and then passed: the report keeps the failure of the first try. */
export const listSecondTries = ({ testResults }: TestReport): string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName }) => `${path.relative(ROOT, name)}: ${fullName}`),
  )

const DEAREST_COUNT = 10

const figure = (seconds: number): string => seconds.toFixed(1).padStart(8)

type CostSum = Omit<FileCost, 'reference_ms'>

/** The processor-seconds and the time of each test folder, and of the dearest files beside what they cost last. */
export function describeCosts(costs: readonly FileCost[], { files }: Pick<Budget, 'files'>): string[] {
  const folders = new Map<string, CostSum>()
  for (const { file, seconds, processor_seconds } of costs) {
    const folder = path.dirname(file)
    const sum = folders.get(folder) ?? { file: folder, seconds: 0, processor_seconds: 0 }
    folders.set(folder, {
      file: folder,
      seconds: sum.seconds + seconds,
      processor_seconds: sum.processor_seconds + processor_seconds,
    })
  }
  const line = ({ file, seconds, processor_seconds }: CostSum, note = ''): string =>
    `${figure(processor_seconds)} ${figure(seconds)}  ${file}${note}`
  return [
    'Processor-seconds and seconds, by folder:',
    ...[...folders.values()]
      .sort((one, other) => other.processor_seconds - one.processor_seconds)
      .map((sum) => line(sum)),
    `The ${DEAREST_COUNT} dearest files:`,
    ...costs.slice(0, DEAREST_COUNT).map((cost) => {
      const last = files[cost.file]
      return line(cost, last === undefined ? '  (new)' : `  (last measured: ${last})`)
    }),
  ]
}

export interface Spent {
  verify: number
  stores: number
  all: number
}

/**
 * What took more processor time than it may on a quiet machine. Neighbours double processor time, and they fail nothing; neither does the
 * time on the clock.
 */
export const listOverBudget = (spent: Spent, budget: Budget, slowdown: number): string[] =>
  (['verify', 'stores', 'all'] as const)
    .filter((part) => spent[part] > budget[part] * slowdown)
    .map((part) => `${part}: ${spent[part].toFixed(0)} processor-seconds, over the budget of ${budget[part]}`)
