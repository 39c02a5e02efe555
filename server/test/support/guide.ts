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
  /** Fields that differ between installations; only their type is compared. */
  volatile: readonly string[]
  /** The folder in which the commands run, with the files that they use. */
  folder?: string
  /** Returns variables in addition to SITEWATCH_URL and SITEWATCH_KEY. */
  prepare?: (user: { id: number; key: string }) => Promise<Record<string, string>>
}

/** Each ```bash block is run; a json or text block after it is its expected output. */
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

/** All in one shell, because later commands use variables of earlier ones. */
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

function normalize(value: unknown, base: string, volatile: readonly string[]): unknown {
  if (typeof value === 'string') return value.replace(base, 'https://watch.example.com')
  if (Array.isArray(value)) return value.map((each) => normalize(each, base, volatile))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      volatile.includes(name) ? typeof inner : normalize(inner, base, volatile),
    ]),
  )
}

/** Runs every command of docs/guides/<name>.md unchanged and compares its output with the guide. */
export async function runGuide(app: TestApp, name: string, options: GuideOptions): Promise<{ examples: number }> {
  const guide = path.resolve(import.meta.dirname, `../../../docs/guides/${name}.md`)
  const examples = readExamples(readFileSync(guide, 'utf8'))
  const user = await app.makeUser(options.scopes)
  const base = app.parts.config.BASE_URL
  // Links start with BASE_URL, which is not the address of this test's server.
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
      ? { keys: Object.keys(JSON.parse(text)), value: normalize(JSON.parse(text), base, options.volatile) }
      : text.trim().replaceAll(base, 'https://watch.example.com')
  for (const [index, { command, expected }] of examples.entries()) {
    const printed = read(expected?.kind, outputs[index + 1] ?? '')
    expect({ command, printed }).toEqual({ command, printed: expected ? read(expected.kind, expected.text) : printed })
  }
  return { examples: examples.length }
}
