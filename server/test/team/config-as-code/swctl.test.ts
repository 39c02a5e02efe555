import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { main } from '../../../../sdk/src/cli/main.ts'
import { startApp } from '../../support/app.ts'
import { ROOT, runCommand, SYSTEM_PATH } from '../../support/command.ts'
import { runInProcess } from '../../support/command-io.ts'
import { type ConfigTeam, makeConfigTeam } from './config.ts'
import { installSwctl } from './swctl.ts'

const app = await startApp()
const folder = mkdtempSync(path.join(tmpdir(), 'config-'))
const bin = installSwctl()
afterAll(() => {
  for (const made of [folder, bin]) rmSync(made, { recursive: true })
})

let files = 0
function write(text: string): string {
  const file = path.join(folder, `${++files}.yaml`)
  writeFileSync(file, text)
  return file
}

const envOf = ({ key }: ConfigTeam, more: Record<string, string> = {}) => ({
  PATH: `${bin}:${SYSTEM_PATH}`,
  SITEWATCH_URL: app.base,
  SITEWATCH_KEY: key,
  ...more,
})
const swctl = (team: ConfigTeam, args: readonly string[], more: Record<string, string> = {}, stdin = '') =>
  runInProcess(main, args, { env: envOf(team, more), stdin })

const HOOK = 'https://hooks.example.com/services/very-secret'
const FILE = `version: 1
providers:
  - name: Ops
    provider_type: slack
    webhook_url: \${HOOK}
monitors:
  - friendly_name: Shop
    url: https://\${HOST}/\${file:path.txt}?a=$\${b}
    providers: [Ops]
`

describe('swctl export, plan and apply', () => {
  it('exit with 2 for plan --exit-code if there are changes, and with 0 if there are none', async () => {
    const team = await makeConfigTeam(app)
    writeFileSync(path.join(folder, 'path.txt'), 'health\n')
    const file = write(FILE)
    const env = { HOOK, HOST: 'shop.example.com' }
    expect(await swctl(team, ['plan', '-f', file], env)).toMatchObject({ code: 0, stderr: '' })
    const planned = await swctl(team, ['plan', '-f', file, '--exit-code'], env)
    expect(planned).toEqual({
      code: 2,
      stderr: '',
      stdout: [
        '+ provider "Ops"',
        '    provider_type: slack',
        '    webhook_url: (secret)',
        '+ monitor "Shop"',
        '    type: http',
        '    url: https://shop.example.com/health?a=${b}',
        '    providers: ["Ops"]',
        '',
        'Plan: 2 to create, 0 to change, 0 to delete.',
        '',
      ].join('\n'),
    })
    const applied = await swctl(team, ['apply', '-f', file, '--yes', '--json'], env)
    expect({ code: applied.code, ...JSON.parse(applied.stdout) }).toMatchObject({
      code: 0,
      is_applied: true,
      create_count: 2,
    })
    expect(await swctl(team, ['plan', '-f', file, '--exit-code'], env)).toEqual({
      code: 0,
      stderr: '',
      stdout: 'No changes. The team is as the file describes it.\n',
    })
    const changed = await swctl(team, ['plan', '-f', file], { HOOK: `${HOOK}-2`, HOST: 'b.example.com' })
    expect(changed.stdout).toContain(
      '~ provider "Ops"\n    webhook_url: (secret changed)\n~ monitor "Shop"\n    url: https://shop.example.com/health?a=${b} → https://b.example.com/health?a=${b}\n',
    )
  })

  it('plan no changes for an exported file, which has no secret in it and notes that stored secrets are kept', async () => {
    const team = await makeConfigTeam(app)
    writeFileSync(path.join(folder, 'path.txt'), 'health\n')
    await swctl(team, ['apply', '-f', write(FILE), '--yes'], { HOOK, HOST: 'shop.example.com' })
    const { stdout: text } = await swctl(team, ['export'])
    expect(text).not.toContain('very-secret')
    expect(text).toContain(`# yaml-language-server: $schema=${app.base}/config.schema.json\n`)
    expect(parse(text)).toMatchObject({
      version: 1,
      providers: [{ name: 'Ops', provider_type: 'slack', webhook_url: '${PROVIDER_OPS_WEBHOOK_URL}' }],
      monitors: [{ friendly_name: 'Shop', url: 'https://shop.example.com/health?a=$${b}', providers: ['Ops'] }],
    })
    expect(await swctl(team, ['plan', '-f', '-', '--prune', '--exit-code'], {}, text)).toEqual({
      code: 0,
      stdout: 'No changes. The team is as the file describes it.\n',
      stderr: 'Not set, so the stored secrets are kept: $PROVIDER_OPS_WEBHOOK_URL\n',
    })
    expect(JSON.parse((await swctl(team, ['export', '--json'])).stdout)).toMatchObject({
      object: 'config_export',
      version: 1,
    })
  })

  it('refuse to apply without --yes when there is no terminal', async () => {
    const team = await makeConfigTeam(app)
    const refused = await swctl(team, ['apply', '-f', write('version: 1\n')])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('pass --yes') })
  })

  it.each([
    ['a file that does not exist', '', 'no such file'],
    ['a field that does not exist', 'version: 1\nmonitor: []', 'monitor is not a known field'],
    [
      'a record that the server refuses',
      'version: 1\nmonitors: [{friendly_name: A, url: "https://a.example.com/", interval: 1}]',
      'monitor "A": interval must be at least 30 seconds',
    ],
    ['a record without what it needs', 'version: 1\nmonitors: [{friendly_name: A}]', 'monitor "A": url is required'],
  ])('exit with 1 on %s, and give the reason', async (_, text, why) => {
    const team = await makeConfigTeam(app)
    const file = text === '' ? path.join(folder, 'missing.yaml') : write(text)
    const { code, stderr } = await swctl(team, ['plan', '-f', file, '--exit-code'])
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(why) })
  })
})

describe('the CI script of deploy/ci', () => {
  const script = path.join(ROOT, 'deploy/ci/sitewatch-config.sh')

  it('plans, applies, and reports the changes in the summary and the outputs of the job', async () => {
    const team = await makeConfigTeam(app)
    const file = write('version: 1\nmonitors:\n  - { friendly_name: Shop, url: https://shop.example.com/ }\n')
    const summary = path.join(folder, 'summary')
    const output = path.join(folder, 'output')
    const env = envOf(team, { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output })
    const run = (mode: string, more = {}) => runCommand(script, [mode, file], { env: { ...env, ...more } })
    expect(await run('plan')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Plan: 1 to create'),
    })
    expect(await run('apply')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Applied: 1 created'),
    })
    expect(await run('plan')).toMatchObject({ code: 0, stdout: expect.stringContaining('No changes.') })
    expect(readFileSync(output, 'utf8')).toBe('has_changes=true\nhas_changes=true\nhas_changes=false\n')
    expect(readFileSync(summary, 'utf8')).toContain('```diff\n+ monitor "Shop"')
    expect(await run('plan', { SITEWATCH_KEY: 'sw_wrong' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('API key'),
    })
    writeFileSync(file, 'version: 1\nmonitors: []\n')
    expect(await run('plan', { PRUNE: 'true' })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('- monitor "Shop"'),
    })
    expect(await run('apply', { PRUNE: 'true' })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 deleted'),
    })
    expect(await run('destroy')).toMatchObject({ code: 1, stderr: expect.stringContaining('usage') })
  })

  it('records a deploy after an apply, once for the same version and commit', async () => {
    const team = await makeConfigTeam(app)
    const file = write('version: 1\nmonitors: []\n')
    const env = envOf(team, {
      DEPLOY_VERSION: '2.4.1',
      DEPLOY_COMMIT: '9fceb02',
      DEPLOY_LINK: 'https://git.example.com/9fceb02',
    })
    const run = (mode: string) => runCommand(script, [mode, file], { env })
    const list = async () => (await team.call('GET', '/api/deploys')).body.data
    await run('plan')
    expect(await list()).toEqual([])
    for (const _ of [1, 2])
      expect(await run('apply')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Recorded the deploy of 2.4.1.'),
      })
    const facts = {
      version: '2.4.1',
      environment: 'production',
      commit: '9fceb02',
      link: 'https://git.example.com/9fceb02',
    }
    expect(await list()).toMatchObject([facts])
  })

  it.each([
    ['a push to the default branch', 'auto', 'true', 'Applied: 1 created'],
    ['a pull request', 'auto', 'false', 'Plan: 1 to create'],
    ['apply', 'apply', 'false', 'Applied: 1 created'],
  ])('runs as the step of the GitHub Action on %s', async (_, MODE, IS_DEFAULT_PUSH, said) => {
    const team = await makeConfigTeam(app)
    const action = parse(readFileSync(path.join(ROOT, 'deploy/ci/github/action.yml'), 'utf8'))
    const [step] = action.runs.steps
    expect(action.runs.using).toBe('composite')
    // No input becomes part of the command.
    expect(step.run).not.toContain('${{')
    const CONFIG_FILE = write('version: 1\nmonitors:\n  - { friendly_name: Shop, url: https://shop.example.com/ }\n')
    const GITHUB_ACTION_PATH = path.join(ROOT, 'deploy/ci/github')
    const env = envOf(team, { GITHUB_ACTION_PATH, CONFIG_FILE, MODE, IS_DEFAULT_PUSH })
    const ended = await runCommand('bash', ['-e', '-c', step.run], { env })
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining(said) })
  })

  it('is run by the files for GitHub and GitLab, which are valid YAML', () => {
    const gitlab = parse(readFileSync(path.join(ROOT, 'deploy/ci/gitlab-ci.yml'), 'utf8'))
    expect(gitlab['sitewatch plan'].script).toEqual(['ci/sitewatch/sitewatch-config.sh plan sitewatch.yaml'])
    expect(gitlab['sitewatch apply'].script).toEqual(['ci/sitewatch/sitewatch-config.sh apply sitewatch.yaml'])
    const workflow = parse(readFileSync(path.join(ROOT, 'deploy/ci/github/workflow.example.yml'), 'utf8'))
    expect(workflow.jobs.config.steps[1].uses).toBe('./.github/actions/sitewatch/github')
  })
})
