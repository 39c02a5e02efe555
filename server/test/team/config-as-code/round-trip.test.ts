import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfigFile, renderConfigFile } from '../../../../sdk/src/cli/config-file.ts'
import { startApp } from '../../support/app.ts'
import { sized } from '../../support/size.ts'
import { EMPTY, makeConfigTeam } from './config.ts'
import { fillSecrets, makeRandomTeam, SECRETS } from './random-team.ts'

const app = await startApp()
const folder = mkdtempSync(path.join(tmpdir(), 'config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const TEAMS = Number(process.env['CONFIG_TEAMS'] ?? sized(8, 1000))
/** A different seed each time; a failure reports it. */
const SEED = Number(process.env['CONFIG_SEED'] ?? Math.floor(Math.random() * 1_000_000_000))

/** Through the text of the file and back, without any variable set. */
function readBack(file: object): object {
  const name = path.join(folder, 'team.yaml')
  writeFileSync(name, renderConfigFile({ object: 'config_export', ...file }, app.base))
  return readConfigFile(name, { env: {}, readInput: () => Buffer.alloc(0) }).document
}

describe(`${TEAMS} random teams from CONFIG_SEED=${SEED}`, () => {
  it(
    'are unchanged after an export and an apply to an empty team: the export is equal and the plan is empty',
    async () => {
      const size = { records: 0 }
      for (let seed = SEED; seed < SEED + TEAMS; seed++) {
        const source = await makeConfigTeam(app)
        await makeRandomTeam(source, seed)
        const file = await source.read()
        const records = Object.values(file).flat().length - 1
        size.records += records
        for (const secret of Object.values(SECRETS)) expect(JSON.stringify(file)).not.toContain(secret)
        expect(readBack(file), `seed ${seed}`).toEqual(file)
        expect(await source.plan(file, '&prune=true'), `seed ${seed}`).toEqual([])

        // Slugs are unique on the server, so the source must release them first.
        const emptied = await source.apply(EMPTY, '?prune=true')
        expect(emptied.status, `seed ${seed}: ${emptied.text}`).toBe(200)
        expect(await source.read(), `seed ${seed}`).toEqual(EMPTY)

        const target = await makeConfigTeam(app, source)
        const applied = await target.apply(fillSecrets(file))
        expect(applied.status, `seed ${seed}: ${applied.text}`).toBe(200)
        expect(applied.body.data.update_count, `seed ${seed}`).toBe(0)
        expect(await target.plan(fillSecrets(file), '&prune=true'), `seed ${seed}`).toEqual([])
        expect(await target.plan(file, '&prune=true'), `seed ${seed}`).toEqual([])
        expect(await target.read(), `seed ${seed}`).toEqual(file)
      }
      expect(size.records).toBeGreaterThan(TEAMS * 3)
    },
    Math.max(300_000, TEAMS * 10_000),
  )
})
