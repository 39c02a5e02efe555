import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { COSTS_FILE, readBudget, readCosts, readPostgresSeconds, ROOT } from './costs.ts'
import { readProcessorSeconds } from './processor-time.ts'
import { slowdownOf } from './reference-work.ts'
import { describeCosts, listOverBudget, listSecondTries, readReport, tallyReport } from './report.ts'

/** What `.ci/run` does once everything is installed: verify, the store tests, what they cost, and the closing line. */

const PURE_REPORT = path.join(ROOT, '.local/pure-tests.json')
const STORES_REPORT = path.join(ROOT, '.local/test-results.json')

/** Runs it with its output, and returns whether it succeeded and its processor-seconds, without Postgres. */
function run(command: string, args: readonly string[]): { ok: boolean; seconds: number } {
  const before = readProcessorSeconds(process.pid)
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  return { ok: status === 0, seconds: readProcessorSeconds(process.pid) - before }
}

mkdirSync(path.dirname(COSTS_FILE), { recursive: true })
for (const file of [PURE_REPORT, STORES_REPORT]) rmSync(file, { force: true })

const verify = run('npm', ['run', '--silent', 'verify'])
// Written by verify's pure tests; from here on by the others.
rmSync(COSTS_FILE, { force: true })
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${STORES_REPORT}`]
const stores = run('npx', ['vitest', 'run', '--project', 'stores', ...reporters])

const budget = readBudget()
const postgres = readPostgresSeconds()
const spent = {
  verify: verify.seconds,
  stores: stores.seconds + postgres,
  // The shell of .ci/run is the parent; it has installed everything.
  all: readProcessorSeconds(process.ppid) + postgres,
}
const costs = readCosts()
const slowdown = slowdownOf(costs.map(({ reference_ms }) => reference_ms))
const over = listOverBudget(spent, budget, slowdown)
const reports = [readReport(PURE_REPORT), readReport(STORES_REPORT)]
const secondTries = reports.flatMap((report) => (report ? listSecondTries(report) : []))

for (const line of describeCosts(costs, budget)) console.log(line)
console.log(
  `Processor-seconds: verify ${spent.verify.toFixed(0)} of ${budget.verify}, store tests ${spent.stores.toFixed(0)} of ` +
    `${budget.stores} (Postgres ${postgres.toFixed(0)}), all ${spent.all.toFixed(0)} of ${budget.all}; ` +
    `on a machine ${slowdown.toFixed(2)} times as slow as a quiet one`,
)
for (const line of over) console.log(`OVER BUDGET  ${line}`)
for (const line of secondTries) console.log(`SECOND TRY  ${line}`)

// Verify, the run of the store tests, the budget and the absence of second tries count as one check each.
const checks = [verify.ok, stores.ok, over.length === 0, secondTries.length === 0]
const tallies = reports.map(tallyReport)
const passed = tallies.reduce((sum, tally) => sum + tally.passed, checks.filter(Boolean).length)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, checks.filter((ok) => !ok).length)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
