import { describe, expect, it } from 'vitest'
import { makeScratchCopy } from './scratch-copy.ts'
import { startScratchService } from './scratch-service.ts'

/** The steps of CONTRIBUTING.md for a setting of a website. `npm run structure` writes the column to structure.sql as well. */
const DECLARATION = `  is_archived: define({
    schema: Flag.meta({ description: 'No longer looked after' }),
    record: z.boolean(),
    default: false,
    docs: '\`true\`: no longer looked after',
    form: { label: 'Archived', hint: 'Nobody looks after it.' },
  }),
`
const MIGRATION = `alter table websites add column is_archived boolean not null default false;
grant select (is_archived), update (is_archived) on websites to sitewatch_user;
grant select (is_archived) on websites to sitewatch_guest;
`
const DECLARED_IN = 'contract/src/analytics/website-settings.ts'
const MIGRATED_IN = 'server/db/postgres/0001_is_archived.sql'
const GERMAN_IN = 'dashboard/locales/de/messages.po'
const GENERATED = [
  'dashboard/locales/en/messages.po',
  'dashboard/src/data/websites/website-fields.gen.ts',
  'docs/cli.md',
  'docs/config.schema.json',
  'docs/guides/websites.md',
  'docs/openapi.json',
  'sdk/src/cli/operations.gen.ts',
  'sdk/src/client.gen.ts',
]
const NEXT = '  indexable: define({'

const copy = await makeScratchCopy()
await copy.edit(DECLARED_IN, NEXT, DECLARATION + NEXT)
await copy.add(MIGRATED_IN, MIGRATION)
await copy.node('scripts/generate.ts')
await copy.node('node_modules/@lingui/cli/dist/lingui.js', ['extract', '--clean', '--workers', '1'])
for (const [english, german] of [
  ['Archived', 'Archiviert'],
  ['Nobody looks after it.', 'Niemand kümmert sich darum.'],
]) {
  await copy.edit(GERMAN_IN, `msgid "${english}"\nmsgstr ""`, `msgid "${english}"\nmsgstr "${german}"`)
}
await copy.node('scripts/build-dashboard.ts')
const service = await startScratchService(copy)
const user = await service.app.makeUser()
const TSC = 'node_modules/typescript-7/bin/tsc'
const call = (method: string, path: string, json?: object) => service.call(method, path, user.key, json)

describe('a setting of a website, added by its declaration, a migration and its German', () => {
  it('compiles and changes no other file, except for generated ones', async () => {
    await copy.node(TSC, ['-p', 'tsconfig.json'])
    await copy.node(TSC, ['-p', 'dashboard'])
    expect(await copy.listChanged()).toEqual([DECLARED_IN, MIGRATED_IN, GERMAN_IN, ...GENERATED].sort())
  })

  it('is validated, stored and shown through the API, and moves the version only when it changes', async () => {
    const made = await call('POST', '/api/v1/websites', { domain: 'api.example' })
    expect(made.data).toMatchObject({ is_archived: false })
    const at = `/api/v1/websites/${made.data.id}`
    expect((await call('PATCH', at, { is_archived: 'perhaps' })).status).toBe(422)
    const changed = await call('PATCH', at, { is_archived: true })
    expect(changed.data.is_archived).toBe(true)
    expect(changed.data.updated_at > made.data.updated_at).toBe(true)
    expect((await call('PATCH', at, { is_archived: true })).data.updated_at).toBe(changed.data.updated_at)
    expect((await call('PATCH', at, { timezone: 'Europe/Berlin' })).data.is_archived).toBe(true)
    const audit = await call('GET', `/api/audit-log?record_type=website&record_id=${made.data.id}`)
    expect(audit.text).toContain('is_archived')
  })

  it('is a flag of swctl, and stands in the configuration file', async () => {
    const added = await service.swctl(user.key, 'website', 'add', 'cli.example', '--is-archived', 'true', '--json')
    expect([added.stderr, JSON.parse(added.stdout)]).toMatchObject(['', { is_archived: true }])
    expect((await call('GET', '/api/config/export')).text).toContain('"is_archived":true')
    const file = { version: 1, websites: [{ domain: 'cli.example' }] }
    expect((await call('POST', '/api/config/apply', file)).text).toContain(
      '"field":"is_archived","before":true,"after":false',
    )
  })

  it('is a field of the form, in German as well', async () => {
    const { data } = await call('POST', '/api/v1/websites', { domain: 'form.example' })
    const cookie = await service.app.makeSession(user.id)
    const at = `/websites/${data.id}/settings?tab=tracking`
    const { page } = await service.open({ at, cookie })
    await page.getByLabel('Archived').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Settings saved').waitFor()
    expect((await call('GET', `/api/v1/websites/${data.id}`)).data).toMatchObject({
      is_archived: true,
      honor_dnt: false,
    })
    const german = await service.open({ at, cookie, locale: 'de-DE' })
    await german.page.getByLabel('Archiviert').waitFor()
    await german.page.getByText('Niemand kümmert sich darum.').waitFor()
  })
})
