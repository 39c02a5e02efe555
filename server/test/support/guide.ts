import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Scope } from '@sitewatch/contract'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

interface Example {
  command: string
  expected: { kind: string; text: string } | undefined
}

export interface GuideOptions {
  scopes: readonly Scope[]
  /** What differs from install to install; only its type is compared. */
  volatile: readonly string[]
  /** Where the commands run; the files that they name are there. */
  folder?: string
  /** Besides SITEWATCH_URL and SITEWATCH_KEY. */
  prepare?: (user: { id: number; key: string }) => Promise<Record<string, string>>
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
  { env, folder }: { env: NodeJS.ProcessEnv; folder: string | undefined },
): Promise<{ code: number | null; outputs: string[] }> {
  const mark = '===== end of example'
  const script = `set -euo pipefail\n${commands.map((command) => `${command}\nprintf '\\n${mark}\\n'`).join('\n')}`
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-s'], { env, cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, outputs: output.split(mark).map((text) => text.trim()) }))
    child.stdin.end(script)
  })
}

function settle(value: unknown, base: string, volatile: readonly string[]): unknown {
  if (typeof value === 'string') return value.replace(base, 'https://watch.example.com')
  if (Array.isArray(value)) return value.map((each) => settle(each, base, volatile))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      volatile.includes(name) ? typeof inner : settle(inner, base, volatile),
    ]),
  )
}

/** Runs every command of docs/guides/<name>.md as it stands and holds what it prints against what the guide says. */
export async function runGuide(app: TestApp, name: string, options: GuideOptions): Promise<{ examples: number }> {
  const guide = path.resolve(import.meta.dirname, `../../../docs/guides/${name}.md`)
  const examples = readExamples(readFileSync(guide, 'utf8'))
  const user = await app.makeUser(options.scopes)
  const base = app.parts.config.BASE_URL
  // Links begin with BASE_URL, which here is not where the test listens.
  const proxy = `curl() { command curl --connect-to ::127.0.0.1:${new URL(app.base).port} "$@"; }\n`
  const more = (await options.prepare?.(user)) ?? {}
  const env = { PATH: process.env['PATH'], SITEWATCH_URL: base, SITEWATCH_KEY: user.key, ...more }
  const { code, outputs } = await runAll([proxy, ...examples.map((example) => example.command)], {
    env,
    folder: options.folder,
  })
  expect({ code, ran: outputs.length, last: outputs.at(-1) }).toEqual({ code: 0, ran: examples.length + 2, last: '' })
  const read = (kind: string | undefined, text: string): unknown =>
    kind === 'json'
      ? { keys: Object.keys(JSON.parse(text)), value: settle(JSON.parse(text), base, options.volatile) }
      : text.trim().replaceAll(base, 'https://watch.example.com')
  for (const [index, { command, expected }] of examples.entries()) {
    const printed = read(expected?.kind, outputs[index + 1] ?? '')
    expect({ command, printed }).toEqual({ command, printed: expected ? read(expected.kind, expected.text) : printed })
  }
  return { examples: examples.length }
}
