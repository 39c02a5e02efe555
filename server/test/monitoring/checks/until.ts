/** Polls until a condition is true, and returns how long it took in milliseconds. */
export async function until(check: () => Promise<boolean> | boolean, what: string, limit_ms = 60_000): Promise<number> {
  const started = performance.now()
  while (!(await check())) {
    if (performance.now() - started > limit_ms) throw new Error(`waited ${limit_ms} ms in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return performance.now() - started
}
