import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { Command } from 'commander'
import { readText } from './fields.ts'
import type { CommandIo } from './io.ts'
import { renderTable } from './table.ts'

interface Profile {
  url: string
  key: string
}

interface ProfileFile {
  /** The one that is used when none is named. */
  default?: string
  profiles: Record<string, Profile>
}

export class ProfileError extends Error {}

export function profilePath(env: NodeJS.ProcessEnv): string {
  return path.join(env['XDG_CONFIG_HOME'] || path.join(homedir(), '.config'), 'sitewatch', 'swctl.json')
}

export function readProfiles(file: string): ProfileFile {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} }
    throw error
  }
  // Keys are in it, as in ~/.ssh.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new ProfileError(`${file} can be read by other users. Run: chmod 600 ${file}`)
  }
  try {
    return JSON.parse(text) as ProfileFile
  } catch {
    throw new ProfileError(`${file} is not valid JSON. Correct or delete it.`)
  }
}

/** Complete or not at all, and never readable by others, not even while it is written. */
function writeProfiles(file: string, stored: ProfileFile): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.${process.pid}`
  writeFileSync(next, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
  chmodSync(next, 0o600)
  renameSync(next, file)
}

/** The named profile, else the default one. */
export function findProfile(stored: ProfileFile, name: string | undefined): Profile | undefined {
  const wanted = name ?? stored.default
  if (wanted === undefined) return undefined
  const found = Object.hasOwn(stored.profiles, wanted) ? stored.profiles[wanted] : undefined
  if (!found && name !== undefined) {
    throw new ProfileError(`There is no profile "${name}". List profiles with "swctl profile list".`)
  }
  return found
}

const failWith = (command: Command, run: () => void): void => {
  try {
    run()
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    command.error(`error: ${error.message}`)
  }
}

function changeProfiles(io: CommandIo, change: (stored: ProfileFile) => ProfileFile): void {
  const file = profilePath(io.env)
  writeProfiles(file, change(readProfiles(file)))
}

function requireProfile(stored: ProfileFile, name: string): void {
  findProfile(stored, name)
}

/** The first one is used when none is named. */
const saveProfile = ({ default: used, profiles }: ProfileFile, name: string, profile: Profile): ProfileFile => ({
  default: used ?? name,
  profiles: { ...profiles, [name]: profile },
})

function listProfiles({ env }: CommandIo): string {
  const { default: used, profiles } = readProfiles(profilePath(env))
  const rows = Object.entries(profiles).map(([name, { url }]) => ({ name, url, default: name === used }))
  return rows.length === 0
    ? 'No profiles. Add one with "swctl profile add".'
    : renderTable(rows, ['name', 'url', 'default'])
}

/** `swctl profile …`: servers and keys by name, so that they need not be in the environment. */
export function addProfileCommands(program: Command, io: CommandIo): void {
  const parent = program.command('profile').description('Saved servers and keys')
  const add = parent
    .command('add <name>')
    .description('Save --url and --key under a name; --key - reads the key from standard input')
  add.action((name: string) => {
    const { url, key } = add.optsWithGlobals<Partial<Profile>>()
    if (url === undefined || key === undefined) add.error('error: pass --url and --key')
    else failWith(add, () => changeProfiles(io, (stored) => saveProfile(stored, name, { url, key: readText(key, io) })))
  })
  const list = parent.command('list').description('List profiles')
  list.action(() => failWith(list, () => void io.stdout.write(`${listProfiles(io)}\n`)))
  const use = parent.command('use <name>').description('Use a profile when none is named')
  use.action((name: string) =>
    failWith(use, () =>
      changeProfiles(io, (stored) => {
        requireProfile(stored, name)
        return { ...stored, default: name }
      }),
    ),
  )
  const remove = parent.command('remove <name>').description('Delete a profile')
  remove.action((name: string) =>
    failWith(remove, () =>
      changeProfiles(io, (stored) => {
        requireProfile(stored, name)
        const { [name]: _, ...profiles } = stored.profiles
        return { profiles, ...(stored.default !== undefined && stored.default !== name && { default: stored.default }) }
      }),
    ),
  )
}
