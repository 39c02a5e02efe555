import { readFileSync } from 'node:fs'
import path from 'node:path'

/** node scripts/test-times.ts REPORT: prints the time of each test folder and the slowest files of vitest's JSON report. */
interface Report {
  testResults: { name: string; startTime: number; endTime: number }[]
}

const SLOWEST_COUNT = 10
const root = path.resolve(import.meta.dirname, '..')
const report = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Report

const files = report.testResults
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
