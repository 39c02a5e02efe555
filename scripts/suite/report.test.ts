import { describe, expect, it } from 'vitest'
import { slowdownOf } from './reference-work.ts'
import { describeCosts, listOverBudget, listSecondTries, tallyReport, type TestReport } from './report.ts'

const makeReport = (report: Partial<TestReport>): TestReport => ({
  numTotalTests: 3,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  testResults: [],
  ...report,
})

describe('the report of a test run', () => {
  it('counts skipped tests and a run without tests as failures', () => {
    expect(tallyReport(makeReport({}))).toEqual({ passed: 3, failed: 0 })
    expect(tallyReport(makeReport({ numPassedTests: 1, numFailedTests: 1, numPendingTests: 1 }))).toEqual({
      passed: 1,
      failed: 2,
    })
    expect(tallyReport(makeReport({ numTotalTests: 0, numPassedTests: 0 }))).toEqual({ passed: 0, failed: 1 })
    expect(tallyReport(undefined)).toEqual({ passed: 0, failed: 1 })
  })

  it('names tests that passed at their second try', () => {
    const assertionResults = [
      { fullName: 'passed at once', status: 'passed', failureMessages: [] },
      { fullName: 'passed later', status: 'passed', failureMessages: ['Error: timeout'] },
      { fullName: 'failed', status: 'failed', failureMessages: ['Error: timeout'] },
    ]
    const report = makeReport({ testResults: [{ name: 'a.test.ts', assertionResults }] })
    expect(listSecondTries(report)).toEqual([expect.stringMatching(/a\.test\.ts: passed later$/)])
  })

  it('sums costs by folder and compares the dearest files with what they cost last', () => {
    const costs = [
      { file: 'server/test/a/one.test.ts', seconds: 3, processor_seconds: 2, reference_ms: 13 },
      { file: 'server/test/a/two.test.ts', seconds: 1, processor_seconds: 1, reference_ms: 13 },
    ]
    const text = describeCosts(costs, { files: { 'server/test/a/one.test.ts': 1.5 } })
    expect(text).toContain('     3.0      4.0  server/test/a')
    expect(text).toContain('     2.0      3.0  server/test/a/one.test.ts  (last measured: 1.5)')
    expect(text).toContain('     1.0      1.0  server/test/a/two.test.ts  (new)')
  })

  it('fails what takes more processor time than its budget', () => {
    const budget = { verify: 100, stores: 1000, all: 1300, files: {} }
    expect(listOverBudget({ verify: 100, stores: 900, all: 1200 }, budget, 1)).toEqual([])
    expect(listOverBudget({ verify: 101, stores: 900, all: 1200 }, budget, 1)).toEqual([
      'verify: 101 processor-seconds, over the budget of 100',
    ])
    expect(listOverBudget({ verify: 101, stores: 900, all: 1200 }, budget, slowdownOf([26, 13, 20]))).toEqual([])
    expect(slowdownOf([1])).toBe(1)
  })
})
