import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runSwctl } from '../../support/swctl.ts'
import { makeKumaBackup, writeKumaDatabase } from './kuma-database.ts'

const app = await startApp({ SITEWATCH_MIN_INTERVAL_SECONDS: '30' })
const folder = mkdtempSync(path.join(tmpdir(), 'swctl-import-'))
afterAll(() => rmSync(folder, { recursive: true }))
const DATABASE = path.join(folder, 'kuma.db')
writeKumaDatabase(DATABASE, { heartbeats: 120_000 })

const total = async (key: string): Promise<number> => (await app.call('GET', '/api/monitors', { key })).body.meta.total

describe('swctl import', () => {
  it('shows what happens to each line of a large kuma.db, imports it, and nothing the second time', async () => {
    const { key } = await app.makeUser()
    expect(statSync(DATABASE).size).toBeGreaterThan(6 * 1024 * 1024)
    const before = readFileSync(DATABASE)
    const dry = await runSwctl(['import', 'kuma', DATABASE, '--dry-run'], { url: app.base, key })
    expect(dry).toMatchObject({ code: 0, stderr: '' })
    expect(dry.stdout).toContain('   2  create  Shop (http, https://shop.example.com/)\n')
    expect(dry.stdout).toContain(
      '   9  skip    Web container (docker)\n              Type "docker" is not supported.\n',
    )
    expect(dry.stdout).toMatch(/Operations \(telegram, 2 monitors\): Not created/)
    expect(dry.stdout).toContain('7 would be created, 4 skipped.\nNothing was changed.')
    expect(await total(key)).toBe(0)
    const real = await runSwctl(['import', 'kuma', DATABASE, '--json'], { url: app.base, key })
    expect(JSON.parse(real.stdout)).toMatchObject({ object: 'monitor_import', dry_run: false, created_count: 7 })
    const again = await runSwctl(['import', 'kuma', DATABASE], { url: app.base, key })
    expect(again.stdout).toContain('0 created, 11 skipped.')
    expect(await total(key)).toBe(7)
    expect(readFileSync(DATABASE).equals(before)).toBe(true)
  })

  it('reads a JSON backup, and a CSV export from standard input', async () => {
    const { key } = await app.makeUser()
    const backup = path.join(folder, 'backup.json')
    writeFileSync(backup, JSON.stringify(makeKumaBackup()))
    const kuma = await runSwctl(['import', 'kuma', backup], { url: app.base, key })
    expect(kuma.stdout).toContain('7 created, 4 skipped.')
    const input = 'Type,Friendly Name,URL\nHTTP,Blog,https://blog.example.com/\n'
    const robot = await runSwctl(['import', 'uptimerobot', '-'], { url: app.base, key, input })
    expect(robot.stdout).toBe('   1  create  Blog (http, https://blog.example.com/)\n\n1 created, 0 skipped.\n')
    expect(await total(key)).toBe(8)
  })

  it('reports what is wrong with a file', async () => {
    const { key } = await app.makeUser()
    const missing = await runSwctl(['import', 'kuma', path.join(folder, 'none.db')], { url: app.base, key })
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('none.db cannot be read: ENOENT') })
    const cut = path.join(folder, 'cut.db')
    writeFileSync(cut, readFileSync(DATABASE).subarray(0, 3000))
    const broken = await runSwctl(['import', 'kuma', cut], { url: app.base, key })
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining('cut.db cannot be read') })
    const wrong = await runSwctl(['import', 'uptimerobot', cut], { url: app.base, key })
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('CSV export') })
  })
})
