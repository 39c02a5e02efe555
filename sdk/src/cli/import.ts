import { readFileSync } from 'node:fs'
import type { MonitorImport, MonitorImportProvider, MonitorImportRow } from '../client.gen.ts'
import type { CommandIo } from './io.ts'
import { isDatabase, readKumaTables } from './kuma-database.ts'
import { STATISTICS_IMPORTS } from './import-statistics.ts'
import { cleanText } from './print.ts'
import { FileError, type Resource } from './resource.ts'

function readBytes(path: string, { readInput }: CommandIo): Buffer {
  try {
    return path === '-' ? readInput() : readFileSync(path)
  } catch (error) {
    throw new FileError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`)
  }
}

const readFile = async (path: string, io: CommandIo): Promise<string> => readBytes(path, io).toString('base64')

/** Of a database only the tables with monitors: the rest is history and accounts, which may be gigabytes and are nobody's business. */
async function readKumaFile(path: string, io: CommandIo): Promise<string> {
  if (path === '-' || !isDatabase(path)) return readFile(path, io)
  const tables = await readKumaTables(path)
  return Buffer.from(JSON.stringify({ kuma_tables: tables })).toString('base64')
}

function renderRow({ line, action, name, source_type, target, notes }: MonitorImportRow): string {
  const facts = [source_type, target].filter((fact) => fact !== null && fact !== '').join(', ')
  const head = `${String(line).padStart(4)}  ${action.padEnd(6)}  ${name || '-'}${facts === '' ? '' : ` (${facts})`}`
  return [head, ...notes.map((note) => `              ${note}`)].map(cleanText).join('\n')
}

const renderProvider = ({ name, source_type, monitor_count, note }: MonitorImportProvider): string =>
  cleanText(
    `  ${name || '-'} (${source_type || 'unknown'}, ${monitor_count} ${monitor_count === 1 ? 'monitor' : 'monitors'}): ${note}`,
  )

function renderImport(answer: object): string {
  const { rows, providers, dry_run, created_count, skipped_count } = answer as MonitorImport
  const lines = rows.map(renderRow)
  if (providers.length > 0) lines.push('', 'Notifications:', ...providers.map(renderProvider))
  const verb = dry_run ? 'would be created' : 'created'
  lines.push('', `${created_count} ${verb}, ${skipped_count} skipped.`)
  if (dry_run) lines.push('Nothing was changed. Run the command without --dry-run to create them.')
  return lines.join('\n')
}

const COMMON = {
  operation: 'monitors.import',
  arguments: ['file'],
  switches: ['dry_run'],
  render: renderImport,
} as const

export const importResource: Resource = {
  name: 'import',
  summary: 'Move here from another service: monitors and statistics',
  columns: STATISTICS_IMPORTS.columns,
  commands: {
    kuma: {
      ...COMMON,
      summary: 'Import monitors from Uptime Kuma. FILE is kuma.db of any size or a JSON backup; - reads standard input',
      fixed: { source: 'kuma' },
      files: { file: readKumaFile },
    },
    uptimerobot: {
      ...COMMON,
      summary:
        'Import monitors from UptimeRobot. FILE is a CSV export or the JSON of getMonitors; - reads standard input',
      fixed: { source: 'uptimerobot' },
      files: { file: readFile },
    },
    ...STATISTICS_IMPORTS.commands,
  },
}
