import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import { COSTS_FILE, type FileCost } from './costs.ts'
import { readProcessorSeconds } from './processor-time.ts'
import { doReferenceWork } from './reference-work.ts'

// Loaded before each test file. The worker runs one file at a time, so what it and its children used meanwhile is the cost of the file.
const reference_ms = doReferenceWork()
const started_ms = performance.now()
const processor_seconds = readProcessorSeconds(process.pid)

// A fresh clone has no such folder.
mkdirSync(path.dirname(COSTS_FILE), { recursive: true })

// The first hook to be registered runs last, after the apps and browsers of the file were closed.
afterAll(() => {
  const cost: FileCost = {
    file: expect.getState().testPath ?? '',
    seconds: (performance.now() - started_ms) / 1000,
    processor_seconds: readProcessorSeconds(process.pid) - processor_seconds,
    reference_ms,
  }
  appendFileSync(COSTS_FILE, `${JSON.stringify(cost)}\n`)
})
