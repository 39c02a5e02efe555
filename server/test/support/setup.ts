import { afterAll } from 'vitest'
import { endPrograms } from './program.ts'

// The runner ends a worker by a signal, which skips what a process does at its exit: programs outlived their tests, and with
// them the processor that later tests measure.
afterAll(endPrograms)
