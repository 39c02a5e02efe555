import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse, stringify } from 'yaml'
import type { CommandIo } from './io.ts'

export class ConfigFileError extends Error {}

export interface ConfigDocument {
  document: Record<string, unknown>
  /** Variables that the file refers to and that are not set. */
  unset: string[]
}

interface Source {
  /** Where `file:` references start from. */
  folder: string
  env: NodeJS.ProcessEnv
  unset: Set<string>
}

const REFERENCE = /\$\$\{|\$\{([^}]*)\}/g
const VARIABLE = /^[A-Za-z_]\w*$/

function readSecretFile(folder: string, name: string): string {
  try {
    return readFileSync(path.resolve(folder, name), 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new ConfigFileError(`\${file:${name}}: ${(error as Error).message}`)
  }
}

/** Undefined: the variable is not set. Empty counts as not set, as CI systems pass a secret that does not exist. */
function readReference(name: string, { folder, env }: Source): string | undefined {
  if (name.startsWith('file:')) return readSecretFile(folder, name.slice('file:'.length))
  if (!VARIABLE.test(name))
    throw new ConfigFileError(`\${${name}} is not a reference. Write $\${ for a text that starts with \${.`)
  return env[name] || undefined
}

/** A value that is one reference may be left open: the server keeps the secret that it has. */
function resolveText(text: string, source: Source): unknown {
  const [, whole] = /^\$\{([^}]*)\}$/.exec(text) ?? []
  if (whole !== undefined) {
    const value = readReference(whole, source)
    if (value !== undefined) return value
    source.unset.add(whole)
    return { $env: whole }
  }
  return text.replaceAll(REFERENCE, (_, name: string | undefined) => {
    if (name === undefined) return '${'
    const value = readReference(name, source)
    if (value === undefined) throw new ConfigFileError(`The environment variable ${name} is not set ("${text}").`)
    return value
  })
}

function resolve(value: unknown, source: Source): unknown {
  if (typeof value === 'string') return resolveText(value, source)
  if (Array.isArray(value)) return value.map((each) => resolve(each, source))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner, source)]))
}

function parseYaml(text: string, name: string): unknown {
  try {
    return parse(text) as unknown
  } catch (error) {
    throw new ConfigFileError(`${name}: ${(error as Error).message}`)
  }
}

/** Reads a file, or standard input for `-`, and puts values in place of its references. */
export function readConfigFile(file: string, { env, readInput }: Pick<CommandIo, 'env' | 'readInput'>): ConfigDocument {
  let text: string
  try {
    text = (file === '-' ? readInput() : readFileSync(file)).toString('utf8')
  } catch (error) {
    throw new ConfigFileError((error as Error).message)
  }
  const parsed = parseYaml(text, file)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ConfigFileError(`${file} is not a configuration file. It starts with "version: 1".`)
  const unset = new Set<string>()
  const folder = file === '-' ? process.cwd() : path.dirname(file)
  const document = resolve(parsed, { folder, env, unset }) as Record<string, unknown>
  return { document, unset: [...unset] }
}

/** The other way: a reference for each secret, and `$${` for a text that has `${` in it. */
function writeReferences(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${')
  if (Array.isArray(value)) return value.map(writeReferences)
  if (typeof value !== 'object' || value === null) return value
  const { $env: name, ...more } = value as { $env?: unknown }
  if (typeof name === 'string' && Object.keys(more).length === 0) return `\${${name}}`
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, writeReferences(inner)]))
}

export function renderConfigFile(exported: { object: string }, base_url: string): string {
  const { object: _, ...config } = exported
  const head = [
    `# yaml-language-server: $schema=${base_url.replace(/\/$/, '')}/config.schema.json`,
    '# Secrets are references to environment variables. If a variable is not set, the stored secret is kept.',
  ]
  return `${head.join('\n')}\n${stringify(writeReferences(config), { lineWidth: 0 })}`
}
