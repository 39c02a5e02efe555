import { readFileSync } from 'node:fs'
import path from 'node:path'

export interface Manifest {
  name: string
  version: string
  private?: boolean
  workspaces?: string[]
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export const readManifest = (root: string, workspace = '.'): Manifest =>
  JSON.parse(readFileSync(path.join(root, workspace, 'package.json'), 'utf8')) as Manifest

export const listWorkspaces = (root: string): string[] => readManifest(root).workspaces ?? []

/** Replaces the version of a package.json, and those of the workspaces it depends on. The rest of the text does not change. */
export const setManifestVersion = (text: string, version: string): string =>
  text
    .replace(/^(  "version": )"[^"]*"/m, `$1"${version}"`)
    .replaceAll(/^(    "@sitewatch\/[\w-]+": )"\d[^"]*"/gm, `$1"${version}"`)

/** The same in the lock file, whose first packages are the root and its workspaces. */
export function setLockVersion(text: string, workspaces: readonly string[], version: string): string {
  const lock = JSON.parse(text) as { version: string; packages: Record<string, Manifest> }
  lock.version = version
  for (const workspace of ['', ...workspaces]) {
    const entry = lock.packages[workspace]
    if (!entry) throw new Error(`package-lock.json has no entry for "${workspace}". Run "npm install".`)
    lock.packages[workspace] = JSON.parse(setManifestVersion(JSON.stringify(entry, null, 2), version)) as Manifest
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

/** Sets the default of the label org.opencontainers.image.version. */
export const setImageVersion = (text: string, version: string): string =>
  text.replace(/^ARG VERSION=.*$/m, `ARG VERSION=${version}`)

const PLAIN_VERSION = /^\d+\.\d+\.\d+$/

/** Returns the reason why `version` cannot follow `current`, or null. */
export function findVersionProblem(version: string, current: string): string | null {
  if (!PLAIN_VERSION.test(version)) return `"${version}" is not a version. Write it as X.Y.Z, for example 1.2.3.`
  const [given, before] = [version, current].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const changed = given.findIndex((number, index) => number !== before[index])
  const isNewer = changed !== -1 && (given[changed] ?? 0) > (before[changed] ?? 0)
  return isNewer ? null : `${version} is not newer than ${current}, the current version.`
}
