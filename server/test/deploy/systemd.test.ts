import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/command.ts'

describe('the systemd units', () => {
  it.each(['sitewatch.service', 'sitewatch@.service'])('%s has a security exposure of at most 3.0', (name) => {
    const file = path.join(ROOT, 'deploy/systemd', name)
    const report = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
      encoding: 'utf8',
    })
    const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(report)?.[1]
    expect(Number(exposure)).toBeGreaterThan(0)
    expect(Number(exposure)).toBeLessThanOrEqual(3)
  })
})
