import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Client, StatisticsImport } from '../index.ts'
import { CommandExit, type CommandIo, type Output } from './io.ts'
import { formatValue } from './print.ts'
import type { Call, Resource } from './resource.ts'
import { runWithClient } from './run.ts'

/** Imports of statistics that are there; those from a file are added by `addStatisticsImports`. */
export const STATISTICS_IMPORTS = {
  columns: [
    'id',
    'source',
    'file_name',
    'status',
    'progress_percent',
    'rows_imported',
    'rows_broken',
    'first_day',
    'last_day',
  ],
  commands: {
    list: { operation: 'statisticsImports.list', arguments: ['website=id'] },
    show: { operation: 'statisticsImports.show', arguments: ['website=id', 'import=import_id'] },
    undo: { operation: 'statisticsImports.remove', arguments: ['website=id', 'import=import_id'] },
  },
} satisfies Pick<Resource, 'columns' | 'commands'>

const SOURCES = {
  plausible: 'Import the ZIP file of an export of Plausible',
  umami: "Import Umami's table website_event from a CSV file",
  events: 'Import events from a file with one JSON object per line, such as an export of Sitewatch',
} as const
type Source = keyof typeof SOURCES

const SITUATION = { resource: 'import', flagOf: () => undefined }
const CHUNK_BYTES = 1024 * 1024
const POLL_MS = 500

/** One line that is written over on a terminal; elsewhere a line for each step of ten percent. */
function createProgress(stream: Output): { show(label: string, percent: number): void; end(): void } {
  let last = ''
  return {
    show(label, percent) {
      const shown = stream.isTTY ? Math.floor(percent) : Math.floor(percent / 10) * 10
      const line = `${label} ${shown} %`
      if (line === last) return
      last = line
      stream.write(stream.isTTY ? `\r${line.padEnd(40)}` : `${line}\n`)
    },
    end() {
      if (stream.isTTY && last !== '') stream.write('\n')
    },
  }
}

type Progress = ReturnType<typeof createProgress>

async function findWebsite(client: Client, named: string): Promise<number> {
  if (/^\d+$/.test(named)) return Number(named)
  const { data } = await client.websites.list({ search: named, per_page: 100 })
  const found = data.find(({ domain }) => domain === named.toLowerCase())
  if (!found) throw new Error(`There is no website ${named}. List websites with "swctl website list".`)
  return found.id
}

interface Upload {
  website_id: number
  source: Source
  file: FileHandle
  file_name: string
}

/** An upload of the same file that was interrupted is continued. */
async function findOrCreate(
  client: Client,
  { website_id, source, file, file_name }: Upload,
): Promise<StatisticsImport> {
  const { size: file_bytes } = await file.stat()
  const { data } = await client.statisticsImports.list(website_id, { per_page: 100 })
  const begun = data.find(
    (each) =>
      each.status === 'uploading' &&
      each.source === source &&
      each.file_name === file_name &&
      each.file_bytes === file_bytes,
  )
  return begun ?? (await client.statisticsImports.create(website_id, { source, file_name, file_bytes }))
}

/** The parts of a large file are more requests than a minute allows: the limit is over with the minute. */
const PATIENT = { max_wait_ms: 90_000 }

async function uploadFile(client: Client, upload: Upload, progress: Progress): Promise<StatisticsImport> {
  let found = await findOrCreate(client, upload)
  const chunk = Buffer.alloc(CHUNK_BYTES)
  while (found.uploaded_bytes < found.file_bytes) {
    progress.show('Uploading', (100 * found.uploaded_bytes) / found.file_bytes)
    const offset = found.uploaded_bytes
    const { bytesRead } = await upload.file.read(chunk, 0, CHUNK_BYTES, offset)
    if (bytesRead === 0) throw new Error('The file became shorter while it was uploaded. Import it again.')
    const data = chunk.subarray(0, bytesRead).toString('base64')
    found = await client.statisticsImports.upload(upload.website_id, found.id, { offset, data }, PATIENT)
  }
  progress.show('Uploading', 100)
  return found
}

const isRunning = ({ status }: StatisticsImport): boolean => status === 'queued' || status === 'running'

async function importFile(client: Client, upload: Upload, progress: Progress): Promise<StatisticsImport> {
  const { id } = await uploadFile(client, upload, progress)
  let found = await client.statisticsImports.start(upload.website_id, id, PATIENT)
  while (isRunning(found)) {
    progress.show('Importing', found.progress_percent)
    await wait(POLL_MS)
    found = await client.statisticsImports.show(upload.website_id, id, PATIENT)
  }
  if (found.status === 'done') progress.show('Importing', 100)
  return found
}

function describe(found: StatisticsImport): string {
  const { id, status, error, rows_imported, rows_duplicate, rows_broken, first_day, last_day, broken } = found
  if (status !== 'done') return `Import ${id} failed: ${error ?? status}`
  const days = first_day === null ? '' : ` from ${first_day} to ${String(last_day)}`
  return [
    `Import ${id}: ${rows_imported} lines imported${days}, ${rows_duplicate} duplicates left out, ${rows_broken} broken.`,
    ...broken.map(({ file, line, reason }) => `  ${formatValue(file)}, line ${line}: ${formatValue(reason)}`),
    ...(rows_broken > broken.length ? [`  … and ${rows_broken - broken.length} more`] : []),
    `Undo it with "swctl import undo ${found.website_id} ${id}".`,
  ].join('\n')
}

async function run(source: Source, file_path: string, named: string, call: Call): Promise<void> {
  const { command, io } = call
  await runWithClient(call, SITUATION, async ({ client, json }) => {
    const file = await open(file_path).catch((error: Error) => command.error(`error: ${error.message}`))
    const progress = createProgress(io.stderr)
    try {
      const upload = { website_id: await findWebsite(client, named), source, file, file_name: path.basename(file_path) }
      const found = await importFile(client, upload, progress)
      progress.end()
      io.stdout.write(`${json ? JSON.stringify(found) : describe(found)}\n`)
      if (found.status !== 'done') throw new CommandExit(1)
    } finally {
      progress.end()
      await file.close()
    }
  })
}

/** `swctl import plausible|umami|events FILE --website …` */
export function addStatisticsImports(parent: Command, io: CommandIo): void {
  for (const [source, summary] of Object.entries(SOURCES) as [Source, string][]) {
    const command = parent
      .command(`${source} <file>`)
      .description(summary)
      .requiredOption('--website <id>', 'ID or domain of the website')
    command.action((file: string, { website }: { website: string }) => run(source, file, website, { command, io }))
  }
}
