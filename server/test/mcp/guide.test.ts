import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { ROOT } from '../support/command.ts'
import { runGuide } from '../support/guide.ts'
import { connect, listNames } from './connect.ts'

const SCOPES = ['monitors:read', 'websites:read', 'stats:read'] as const
const app = await startApp({ BASE_URL: 'http://watch.example.com' })
const guide = readFileSync(path.join(ROOT, 'docs/guides/mcp.md'), 'utf8')

it('every command of the guide to MCP works and prints the documented output', async () => {
  const { examples } = await runGuide(app, 'mcp', { scopes: SCOPES, volatile: ['id'] })
  expect(examples).toBe(2)
})

it('every configuration of the guide to MCP names the URL and the header that the official client connects with', async () => {
  const { key } = await app.makeUser(SCOPES)
  const blocks = Array.from(guide.matchAll(/^```(?:json|sh)\n(.*?)^```$/gms), ([, text = '']) => text).filter((text) =>
    text.includes('watch.example.com/mcp'),
  )
  expect(blocks).toHaveLength(4)
  for (const block of blocks) {
    const url = /https:\/\/watch\.example\.com(\/\w+)/.exec(block)?.[1]
    // Each program uses its own variable for the key.
    const header = /(Authorization)"?: ?"?(Bearer |\$\{SITEWATCH_AUTH\})/.exec(block)
    expect([url, header?.[1]], block).toEqual(['/mcp', 'Authorization'])
    if (block.startsWith('{')) expect(() => JSON.parse(block) as unknown).not.toThrow()
  }
  const client = await connect(app, undefined, { headers: { Authorization: `Bearer ${key}` } })
  expect(await listNames(client)).toContain('overview_show')
})

it('the guide names every prompt and the scopes that exist', async () => {
  const { key } = await app.makeUser(SCOPES)
  const { prompts } = await (await connect(app, key)).listPrompts()
  for (const { name } of prompts) expect(guide).toContain(`\`${name}\``)
})
