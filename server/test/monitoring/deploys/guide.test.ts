import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'

const app = await startApp()
const BIN = path.resolve(import.meta.dirname, '../../../../node_modules/.bin')
const GUIDE = path.resolve(import.meta.dirname, '../../../../docs/guides/deploys.md')
const PATH = `${BIN}:${process.env['PATH']}`

it('every command of the guide to deploys works as it stands and prints what the guide says', async () => {
  const { examples } = await runGuide(app, 'deploys', {
    scopes: ['monitors:read', 'monitors:write', 'websites:read', 'websites:write'],
    volatile: ['id', 'website_id', 'deployed_at', 'ends_at', 'created_at', 'updated_at'],
    async prepare({ key }) {
      const json = { domain: 'shop.example.com' }
      const { body } = await app.call('POST', '/api/v1/websites', { key, json })
      // swctl cannot resolve the host name of the guide to this server.
      return { WEBSITE: String(body.data.id), SITEWATCH_URL: app.base, PATH }
    },
  })
  expect(examples).toBe(8)
})

/** The script of a step, as the runner passes it to a shell. */
function readScripts(): string[] {
  const blocks = readFileSync(GUIDE, 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms)
  return Array.from(blocks, ([, yaml = '']) => yaml.slice(yaml.indexOf('|\n') + 2).replaceAll(/^ {4,6}/gm, ''))
}

/** Not spawnSync, because the service that it calls runs in this process. */
function run(script: string, env: Record<string, string>): Promise<{ status: number | null; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-e', '-c', script], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stderr }))
  })
}

it('the steps for GitHub Actions and GitLab record one deploy each, also when they run twice', async () => {
  const user = await app.makeUser(['monitors:read', 'monitors:write'])
  const env = {
    PATH,
    SITEWATCH_URL: app.base,
    SITEWATCH_KEY: user.key,
    GITHUB_REF_NAME: 'v3.0.0',
    GITHUB_SHA: '9fceb02d0ae598e95dc970b74767f19372d61af8',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ID: '77',
    CI_COMMIT_TAG: 'v3.0.1',
    CI_COMMIT_SHA: '1c002dd4b536e7479fe34593e72e6c6c1819e53b',
    CI_PIPELINE_URL: 'https://gitlab.example.com/acme/shop/-/pipelines/5',
  }
  const scripts = readScripts()
  expect(scripts).toHaveLength(2)
  for (const script of [...scripts, ...scripts]) {
    const { status, stderr } = await run(script, env)
    expect([status, stderr]).toEqual([0, ''])
  }
  const { body } = await app.call('GET', '/api/deploys', { key: user.key })
  expect(body.data).toMatchObject([
    { version: 'v3.0.1', commit: env.CI_COMMIT_SHA, link: env.CI_PIPELINE_URL },
    { version: 'v3.0.0', commit: env.GITHUB_SHA, link: 'https://github.com/acme/shop/actions/runs/77' },
  ])
})
