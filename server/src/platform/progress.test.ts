import { describe, expect, it } from 'vitest'
import { DeadlineExceeded } from './deadline.ts'
import { createProgress } from './progress.ts'

function start() {
  let time = 0
  const progress = createProgress({ limit_ms: 1000, now: () => time })
  return {
    progress,
    pass: (ms: number) => void (time += ms),
    names: () => progress.findStalled().map(({ name }) => name),
  }
}

describe('createProgress', () => {
  it('reports a periodic loop whose attempt never ends, or whose next one never begins', () => {
    const { progress, pass, names } = start()
    const claims = progress.watch('claims', 'periodic')
    claims.begin()
    pass(900)
    claims.end()
    pass(900)
    expect(names()).toEqual([])
    pass(200)
    expect(names()).toEqual(['claims'])
    claims.begin()
    expect(names()).toEqual(['claims'])
    claims.end()
    expect(names()).toEqual([])
  })

  it('reports work on demand only while an attempt is running', () => {
    const { progress, pass, names } = start()
    const reports = progress.watch('reports', 'on demand')
    pass(5000)
    expect(names()).toEqual([])
    reports.begin()
    pass(1001)
    expect(progress.findStalled()).toEqual([{ name: 'reports', seconds: 1 }])
    reports.end()
    expect(names()).toEqual([])
  })

  it('counts an attempt that ran into its deadline as no progress, and a refusal as progress', () => {
    const { progress, pass, names } = start()
    const claims = progress.watch('claims', 'periodic')
    for (let n = 0; n < 3; n++) {
      claims.begin()
      pass(400)
      claims.end(new Error('outer', { cause: new DeadlineExceeded('too late') }))
    }
    expect(names()).toEqual(['claims'])
    claims.begin()
    claims.end(new Error('refused'))
    expect(names()).toEqual([])
  })

  it('no longer reports a loop that was stopped', () => {
    const { progress, pass, names } = start()
    const claims = progress.watch('claims', 'periodic')
    pass(2000)
    claims.stop()
    expect(names()).toEqual([])
  })
})
