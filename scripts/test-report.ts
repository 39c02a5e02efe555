import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * node scripts/test-report.ts REPORT...: prints, of vitest's JSON reports, the time of each test folder, the slowest files, and the tests
 * that passed at their second try. Vitest's own output shows only slow tests, so it hides most retries.
 */
interface Report {
  testResults: {
    name: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const SLOWEST_COUNT = 10
const root = path.resolve(import.meta.dirname, '..')
const reports = process.argv.slice(2)
if (reports.length === 0) throw new Error('Name the JSON reports to read.')
const results = reports.flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as Report).testResults)

const files = results
  .map(({ name, startTime, endTime }) => ({ name: path.relative(root, name), ms: Math.max(0, endTime - startTime) }))
  .sort((a, b) => b.ms - a.ms)
const folders = new Map<string, { ms: number; files: number }>()
for (const { name, ms } of files) {
  const folder = path.dirname(name)
  const sum = folders.get(folder) ?? { ms: 0, files: 0 }
  folders.set(folder, { ms: sum.ms + ms, files: sum.files + 1 })
}

const line = (ms: number, text: string): void => console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${text}`)
console.log('Time per folder (files run side by side, so the sum is more than the wall time):')
for (const [folder, { ms, files: count }] of [...folders].sort(([, a], [, b]) => b.ms - a.ms)) {
  line(ms, `${folder} (${count})`)
}
console.log(`The ${SLOWEST_COUNT} slowest files:`)
for (const { name, ms } of files.slice(0, SLOWEST_COUNT)) line(ms, name)

// The report keeps the failure of the first try.
const retried = results.flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => {
      const [message] = failureMessages.join('\n').split('\n')
      return `  ${path.relative(root, name)}: ${fullName}\n    ${message}`
    }),
)
console.log(retried.length === 0 ? 'No test needed a second try.' : 'Tests that passed at their second try:')
for (const text of retried) console.log(text)
