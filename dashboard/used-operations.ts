import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Every `api.websites.list` in the text, as `websites.list`. */
export const findOperations = (text: string): string[] =>
  Array.from(text.matchAll(/\bapi\s*\.\s*(\w+)\s*\.\s*(\w+)/g), ([, group, name]) => `${group}.${name}`)

/** Removes operations that are not called from the generated client. Throws if a called operation is missing. */
export function keepOperations(client: string, used: ReadonlySet<string>): string {
  const kept = new Set<string>()
  let group = ''
  let isDropped = false
  const lines = client.split('\n').filter((line) => {
    const opened = /^ {4}(\w+): \{$/.exec(line)?.[1]
    const operation = /^ {6}(\w+): \(/.exec(line)?.[1]
    if (opened !== undefined) group = opened
    if (operation !== undefined) {
      const name = `${group}.${operation}`
      isDropped = !used.has(name)
      if (!isDropped) kept.add(name)
    } else if (/^ {0,4}\S/.test(line)) isDropped = false
    return !isDropped
  })
  const missing = [...used].filter((name) => !kept.has(name))
  if (missing.length > 0) throw new Error(`the client has no ${missing.join(', ')}`)
  return lines.join('\n')
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => path.join(folder, name))
}

/** The client is part of the initial load of every screen, and the API has operations that no screen uses. */
export function dropUnusedOperations(folder: string): Plugin {
  return {
    name: 'drop-unused-operations',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('sdk/src/client.gen.ts')) return null
      const used = listSources(folder).flatMap((file) => findOperations(readFileSync(file, 'utf8')))
      return { code: keepOperations(code, new Set(used)), map: null }
    },
  }
}
