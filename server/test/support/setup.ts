import { afterAll } from 'vitest'
import { endPrograms } from './program.ts'

// The runner ends a worker by a signal, which skips the exit handlers of the process: programs outlived their tests and took CPU
// time from later tests that measure it.
afterAll(endPrograms)
