import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs at the end of the test when called in one, where afterAll has no effect; otherwise at the end of the file. */
export function atEnd(clean: () => unknown): void {
  const register = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  register(async () => {
    await clean()
  })
}
