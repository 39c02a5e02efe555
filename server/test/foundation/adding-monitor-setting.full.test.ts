import { describe, expect, it } from 'vitest'
import { makeScratchCopy } from './scratch-copy.ts'
import { startScratchService } from './scratch-service.ts'

/** The steps of CONTRIBUTING.md for a setting of every monitor. `npm run structure` writes the column to structure.sql as well. */
const DECLARATION = `  follow_up_note: define({
    schema: z.string().trim().min(1).max(60).nullable().meta({ description: 'What to do after an outage' }),
    default: null,
    example: 'Call the shop',
    docs: 'up to 60 characters; \`null\`: none',
    in_file: 'entry',
    form: { label: 'Follow-up', hint: 'What to do after an outage.' },
  }),
`
const MIGRATION = `alter table monitors add column follow_up_note text check (length(follow_up_note) between 1 and 60);
grant select (follow_up_note) on monitors to sitewatch_guest;
`
const DECLARED_IN = 'contract/src/monitoring/monitor-settings.ts'
const MIGRATED_IN = 'server/db/postgres/0001_follow_up_note.sql'
const GERMAN_IN = 'dashboard/locales/de/messages.po'
const GENERATED = [
  'dashboard/locales/en/messages.po',
  'dashboard/src/data/monitors/monitor-types.gen.ts',
  'docs/cli.md',
  'docs/config.schema.json',
  'docs/guides/monitors.md',
  'docs/openapi.json',
  'sdk/src/cli/operations.gen.ts',
  'sdk/src/client.gen.ts',
]
const NEXT = '  website_id: define({'

const copy = await makeScratchCopy()
await copy.edit(DECLARED_IN, NEXT, DECLARATION + NEXT)
await copy.add(MIGRATED_IN, MIGRATION)
await copy.node('scripts/generate.ts')
await copy.node('node_modules/@lingui/cli/dist/lingui.js', ['extract', '--clean', '--workers', '1'])
for (const [english, german] of [
  ['Follow-up', 'Nacharbeit'],
  ['What to do after an outage.', 'Was nach einem Ausfall zu tun ist.'],
]) {
  await copy.edit(GERMAN_IN, `msgid "${english}"\nmsgstr ""`, `msgid "${english}"\nmsgstr "${german}"`)
}
await copy.node('scripts/build-dashboard.ts')
const service = await startScratchService(copy)
const user = await service.app.makeUser()
const cookie = await service.app.makeSession(user.id)
const TSC = 'node_modules/typescript-7/bin/tsc'
const make = async (fields: object) =>
  service.call('POST', '/api/monitors', user.key, { friendly_name: 'Shop', url: 'https://shop.example/', ...fields })
const read = async (id: number) => (await service.call('GET', `/api/monitors/${id}`, user.key)).data

describe('a setting of every monitor, added by its declaration, a migration and its German', () => {
  it('compiles and changes no other file, except for generated ones', async () => {
    await copy.node(TSC, ['-p', 'tsconfig.json'])
    await copy.node(TSC, ['-p', 'dashboard'])
    expect(await copy.listChanged()).toEqual([DECLARED_IN, MIGRATED_IN, GERMAN_IN, ...GENERATED].sort())
  })

  it('is validated, stored, shown and changed through the API, also in bulk and of a heartbeat', async () => {
    expect((await make({})).data).toMatchObject({ follow_up_note: null })
    expect((await make({ follow_up_note: 'n'.repeat(61) })).text).toContain(
      '"field":"follow_up_note","code":"too_long"',
    )
    const { data } = await make({ follow_up_note: ' Call the shop ' })
    expect(data).toMatchObject({ follow_up_note: 'Call the shop' })
    const changed = await service.call('PATCH', `/api/monitors/${data.id}`, user.key, { follow_up_note: 'Call Ada' })
    expect(changed.data.follow_up_note).toBe('Call Ada')
    expect(changed.data.updated_at > data.updated_at).toBe(true)
    const again = await service.call('PATCH', `/api/monitors/${data.id}`, user.key, { follow_up_note: 'Call Ada' })
    expect(again.data.updated_at).toBe(changed.data.updated_at)
    const heartbeat = { friendly_name: 'Backup', type: 'heartbeat', period_seconds: 60, follow_up_note: 'Run it' }
    const body = { action: 'create', monitors: [heartbeat] }
    const bulk = await service.call('POST', '/api/monitors/bulk', user.key, body)
    expect(await read(bulk.data.ids[0])).toMatchObject({ type: 'heartbeat', follow_up_note: 'Run it' })
  })

  it('is recorded in the audit log', async () => {
    const { data } = await make({ follow_up_note: 'Call Ada' })
    await service.call('PATCH', `/api/monitors/${data.id}`, user.key, { follow_up_note: null })
    const { text } = await service.call('GET', `/api/audit-log?record_type=monitor&record_id=${data.id}`, user.key)
    expect(text).toContain('follow_up_note')
  })

  it('is a flag of swctl', async () => {
    const flags = ['--friendly-name', 'By hand', '--follow-up-note', 'Call Ada', '--json']
    const added = await service.swctl(user.key, 'monitor', 'add', 'https://hand.example/', ...flags)
    expect([added.stderr, JSON.parse(added.stdout)]).toMatchObject(['', { follow_up_note: 'Call Ada' }])
  })

  it('is exported to the configuration file, and back at its default when the file leaves it out', async () => {
    const other = await service.app.makeUser()
    const entry = { friendly_name: 'Filed', url: 'https://filed.example/', follow_up_note: 'Call Ada' }
    const apply = async (monitor: object) =>
      service.call('POST', '/api/config/apply', other.key, { version: 1, monitors: [monitor] })
    expect((await apply(entry)).status).toBe(200)
    expect((await service.call('GET', '/api/config/export', other.key)).text).toContain('follow_up_note')
    const { follow_up_note: _, ...without } = entry
    expect((await apply(without)).text).toContain('"field":"follow_up_note","before":"Call Ada","after":null')
  })

  it('is a field of the form, in German as well', async () => {
    const { data } = await make({ friendly_name: 'Of the form' })
    const visit = await service.open({ at: `/monitors/${data.id}/edit`, cookie })
    const { page } = visit
    await page.getByText('More settings').click()
    await page.getByLabel('Follow-up (optional)').fill('Call Ada')
    await page.getByText('What to do after an outage.').waitFor()
    await visit.expectNoErrors('added-monitor-setting')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Of the form' }).waitFor()
    expect(await read(data.id)).toMatchObject({ follow_up_note: 'Call Ada', timeout_seconds: 10, slow_ms: null })
    const german = await service.open({ at: `/monitors/${data.id}/edit`, cookie, locale: 'de-DE' })
    await german.page.getByText('Weitere Einstellungen').click()
    await german.page.getByLabel('Nacharbeit').waitFor()
    await german.page.getByText('Was nach einem Ausfall zu tun ist.').waitFor()
  })
})
