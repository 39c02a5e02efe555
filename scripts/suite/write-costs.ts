import { writeFileSync } from 'node:fs'
import { BUDGET_FILE, readBudget, readCosts } from './costs.ts'

/** After a run of the tests: writes what the dearest files cost into the budget, by which the next runs order them. */
const LEAST_SECONDS = 2

const files = Object.fromEntries(
  readCosts()
    .filter(({ processor_seconds }) => processor_seconds >= LEAST_SECONDS)
    .map(({ file, processor_seconds }) => [file, Number(processor_seconds.toFixed(1))]),
)
if (Object.keys(files).length === 0) throw new Error('There are no costs. Run "npm test" or ".ci/run" first.')
writeFileSync(BUDGET_FILE, `${JSON.stringify({ ...readBudget(), files }, null, 2)}\n`)
console.log(`Wrote the costs of ${Object.keys(files).length} files to scripts/suite/budget.json.`)
