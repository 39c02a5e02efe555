import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { startApp } from '../support/app.ts'

const GUIDE = path.resolve(import.meta.dirname, '../../../docs/guides/websites.md')
/** What differs from install to install. */
const VOLATILE = new Set(['id', 'tracking_id', 'created_at', 'updated_at'])

interface Example {
  command: string
  expected: { kind: string; text: string } | undefined
}

/** Each ```bash block is run; the block after it, if it is json or text, is what it prints. */
function readExamples(markdown: string): Example[] {
  const blocks = Array.from(markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, kind = '', text = '']) => ({
    kind,
    text,
  }))
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1]
    if (block.kind !== 'bash') return []
    return [{ command: block.text, expected: next && next.kind !== 'bash' ? next : undefined }]
  })
}

/** All in one shell, since later commands use what earlier ones set. */
function runAll(
  commands: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; outputs: string[] }> {
  const mark = '===== end of example'
  const script = `set -euo pipefail\n${commands.map((command) => `${command}\nprintf '\\n${mark}\\n'`).join('\n')}`
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-s'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, outputs: output.split(mark).map((text) => text.trim()) }))
    child.stdin.end(script)
  })
}

function settle(value: unknown, base: string): unknown {
  if (typeof value === 'string') return value.replace(base, 'https://watch.example.com')
  if (Array.isArray(value)) return value.map((each) => settle(each, base))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, VOLATILE.has(name) ? typeof inner : settle(inner, base)]),
  )
}

const app = await startApp()
const examples = readExamples(readFileSync(GUIDE, 'utf8'))

it('every command of the guide works as it stands and prints what the guide says', async () => {
  const user = await app.makeUser(['websites:read', 'websites:write'])
  expect(examples.length).toBeGreaterThan(6)
  // Links begin with BASE_URL, which here is not where the test listens.
  const proxy = `curl() { command curl --connect-to ::127.0.0.1:${new URL(app.base).port} "$@"; }\n`
  const env = { PATH: process.env['PATH'], SITEWATCH_URL: app.parts.config.BASE_URL, SITEWATCH_KEY: user.key }
  const { code, outputs } = await runAll([proxy, ...examples.map((example) => example.command)], env)
  expect({ code, ran: outputs.length, last: outputs.at(-1) }).toEqual({ code: 0, ran: examples.length + 2, last: '' })
  const base = app.parts.config.BASE_URL
  const read = (kind: string | undefined, text: string): unknown =>
    kind === 'json' ? { keys: Object.keys(JSON.parse(text)), value: settle(JSON.parse(text), base) } : text.trim()
  for (const [index, { command, expected }] of examples.entries()) {
    const printed = read(expected?.kind, outputs[index + 1] ?? '')
    expect({ command, printed }).toEqual({ command, printed: expected ? read(expected.kind, expected.text) : printed })
  }
})
