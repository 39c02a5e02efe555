import type { Command } from 'commander'
import {
  deleteLocationUnscoped,
  insertLocationUnscoped,
  isLocationName,
  listLocationsUnscoped,
} from '../monitoring/checks/index.ts'
import { ConfigError } from '../config.ts'
import { print, withSession } from './session.ts'

export function addLocationCommands(program: Command): void {
  const location = program.command('location').description('Places that checks are made from, besides this one')
  location
    .command('create <name>')
    .description('Add a location. Shows the token for its probers once')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, { json }: { json?: boolean }) => {
      if (!isLocationName(name)) {
        throw new ConfigError(
          'A location is called by 1 to 40 of a–z, 0–9 and "-", such as "frankfurt"; "default" is this one.',
        )
      }
      const { token, base } = await withSession(async ({ config, postgres }) => ({
        token: await postgres.asRole('admin', (tx) => insertLocationUnscoped(tx, name)),
        base: config.BASE_URL,
      }))
      if (token === null) throw new ConfigError(`There is a location ${name} already.`)
      const hint = `sitewatch prober --server ${base} --location ${name} --token ${token}`
      print(json, { name, token }, `${token}\nShown once: keep it now. There, run: ${hint}`)
    })
  location
    .command('list')
    .description('List the locations and how many probers each has at the moment')
    .option('--json', 'print one line of JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const locations = await withSession(({ postgres }) => postgres.asRole('worker', listLocationsUnscoped))
      const lines = locations.map(({ name, probers }) => `${name}: ${probers} probers`)
      print(json, { locations }, lines.join('\n') || 'None. "sitewatch location create" adds one.')
    })
  location
    .command('remove <name>')
    .description('Remove a location: its probers are refused from now on')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, { json }: { json?: boolean }) => {
      const removed = await withSession(({ postgres }) =>
        postgres.asRole('admin', (tx) => deleteLocationUnscoped(tx, name)),
      )
      if (!removed) throw new ConfigError(`There is no location ${name}.`)
      print(json, { name, removed }, `${name} is removed.`)
    })
}
