import { afterAll, afterEach } from 'vitest'
import { listLeftOpen } from './open-sessions.ts'
import { describePrograms, endPrograms, forgetLogs } from './program.ts'

// The hooks below do not run for a file that fails while it is loaded.
for (const folder of listLeftOpen()) {
  process.stderr.write(`A file before this one has left the embedded ClickHouse open in ${folder}.\n`)
}

afterEach(({ task }) => {
  if (task.result?.state === 'fail') process.stderr.write(describePrograms())
})

// The runner ends a worker by a signal, which skips the exit handlers of the process: programs outlived their tests and took CPU
// time from later tests that measure it.
// oxlint-disable-next-line no-empty-pattern -- Vitest wants a pattern there.
afterAll(({}, file) => {
  // Here only if a hook of the file has failed, so that its tests did not run.
  if (file.result?.state === 'fail') process.stderr.write(describePrograms())
  endPrograms()
  forgetLogs()
})

// Registered before the hooks of the file, so that it runs after them.
afterAll(() => {
  const left = listLeftOpen()
  if (left.length === 0) return
  throw new Error(
    `This file leaves the embedded ClickHouse open in ${left.join(', ')}. A process opens one folder at a time, so that later files ` +
      'would fail: close it in afterAll.',
  )
})
