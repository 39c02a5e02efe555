import type { Command } from 'commander'
import {
  deleteLocationUnscoped,
  insertLocationUnscoped,
  isLocationName,
  listLocationsUnscoped,
} from '../monitoring/checks/remote/locations.ts'
import { ConfigError } from '../config.ts'
import type { CommandIo } from './io.ts'
import { print, withSession } from './session.ts'

export function addLocationCommands(program: Command, io: CommandIo): void {
  const location = program.command('location').description('Manage locations: other places that run checks')
  location
    .command('create <name>')
    .description('Add a location and print the token for its probers (once)')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, { json }: { json?: boolean }) => {
      if (!isLocationName(name)) {
        throw new ConfigError(
          'A location name has 1 to 40 characters of a–z, 0–9 and "-", such as "frankfurt". "default" is this server.',
        )
      }
      const { token, base } = await withSession(io, async ({ config, postgres }) => ({
        token: await postgres.asRole('admin', (tx) => insertLocationUnscoped(tx, name)),
        base: config.BASE_URL,
      }))
      if (token === null) throw new ConfigError(`Location ${name} already exists.`)
      const hint = `sitewatch prober --server ${base} --location ${name} --token ${token}`
      print(
        io,
        json,
        { name, token },
        `${token}\nSave it now: it is not shown again. On the remote machine, run: ${hint}`,
      )
    })
  location
    .command('list')
    .description('List locations and their online probers')
    .option('--json', 'print one line of JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const locations = await withSession(io, ({ postgres }) => postgres.asRole('worker', listLocationsUnscoped))
      const lines = locations.map(({ name, probers }) => `${name}: ${probers} probers`)
      print(io, json, { locations }, lines.join('\n') || 'No locations. Create one with "sitewatch location create".')
    })
  location
    .command('remove <name>')
    .description('Delete a location. Its probers can no longer connect')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, { json }: { json?: boolean }) => {
      const removed = await withSession(io, ({ postgres }) =>
        postgres.asRole('admin', (tx) => deleteLocationUnscoped(tx, name)),
      )
      if (!removed) throw new ConfigError(`Location ${name} does not exist.`)
      print(io, json, { name, removed }, `Deleted location ${name}.`)
    })
}
