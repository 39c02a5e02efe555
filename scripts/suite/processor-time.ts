import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100

interface ProcessTimes {
  parent: number
  /** With the time of the children that it has waited for. */
  ticks: number
}

/** The fields after the name of the process, which may have blanks: state, parent, … user, system, and both of waited children. */
function readTimes(pid: string): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    // It ended meanwhile; its time is now in that of its parent.
    return undefined
  }
}

function readProcesses(): Map<number, ProcessTimes> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(
    pids.flatMap((pid) => {
      const times = readTimes(pid)
      return times ? [[Number(pid), times] as const] : []
    }),
  )
}

/** The processor-seconds of a process and everything that it started, running or not; without Linux's /proc, of this process alone. */
export function readProcessorSeconds(root: number): number {
  if (process.platform !== 'linux') return (process.cpuUsage().user + process.cpuUsage().system) / 1_000_000
  const processes = readProcesses()
  let ticks = 0
  for (let level = [root]; level.length > 0;) {
    for (const pid of level) ticks += processes.get(pid)?.ticks ?? 0
    const parents = new Set(level)
    level = [...processes].filter(([, { parent }]) => parents.has(parent)).map(([pid]) => pid)
  }
  return ticks / TICKS_PER_SECOND
}

/** The processes whose command line contains a text, such as the folder of a Postgres cluster, without those that they started. */
export function findProcesses(text: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => readCommandLine(pid).includes(text)).map(Number)
}

function readCommandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
