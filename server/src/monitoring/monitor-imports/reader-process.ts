/**
 * Reads a file of another monitor from standard input and prints one line of JSON for the file and one for each monitor. This is a
 * separate process, because a file may be made to occupy or crash its reader: no other request is affected, and a limit of time and memory
 * can end it. Nothing is written to a disk.
 */
import { readFileSync } from 'node:fs'
import { type Entry, type ImportFile, skip, type UnreadableFile } from './entry.ts'
import { readKumaFile } from './kuma/read.ts'
import { MAX_MONITOR_CHARACTERS, MAX_PROVIDERS, MAX_SHOWN, MAX_SHOWN_TARGET } from './limits.ts'
import { readUptimeRobotFile } from './uptimerobot/read.ts'

const READERS: Readonly<Record<string, (bytes: Buffer, max_rows: number) => ImportFile | UnreadableFile>> = {
  kuma: readKumaFile,
  uptimerobot: readUptimeRobotFile,
}

const cut = (text: string, max = MAX_SHOWN): string => text.slice(0, max).toWellFormed()

function boundEntry({ name, source_type, target, translated }: Entry): Entry {
  const isLarge = JSON.stringify(translated).length > MAX_MONITOR_CHARACTERS
  const kept = isLarge && 'monitor' in translated ? skip('invalid', 'Its settings are too large.') : translated
  return {
    name: cut(name),
    source_type: cut(source_type),
    target: target === null ? null : cut(target, MAX_SHOWN_TARGET),
    translated: { ...kept, notes: kept.notes.map((note) => cut(note, MAX_SHOWN_TARGET)) },
  }
}

const [, , source = '', max_rows = ''] = process.argv
const read = READERS[source]?.(readFileSync(0), Number(max_rows)) ?? { fault: 'unknown source' }
const listProviders = ({ providers }: ImportFile): ImportFile['providers'] =>
  providers
    .slice(0, MAX_PROVIDERS)
    .map((provider) => ({ ...provider, name: cut(provider.name), source_type: cut(provider.source_type) }))
const lines = 'fault' in read ? [read] : [{ providers: listProviders(read) }, ...read.entries.map(boundEntry)]
process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
