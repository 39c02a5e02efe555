import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs when whoever asked for it ends: the test when called in one, where afterAll would do nothing; else the file. */
export function atEnd(clean: () => unknown): void {
  const register = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  register(async () => {
    await clean()
  })
}
