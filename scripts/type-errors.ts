import { spawnSync } from 'node:child_process'
import path from 'node:path'

/**
 * The native compiler. `node_modules/.bin/tsc` is version 6, which dependency-cruiser uses because version 7 has no API for tools yet,
 * and which takes several times as long.
 */
export const TSC = path.resolve(import.meta.dirname, '../node_modules/typescript-7/bin/tsc')

/** Compiles the project in a folder and returns the first line of each error, with the path of its file relative to the folder. */
export function listTypeErrors(folder: string): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TSC, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
  if (status !== 0 && errors.length === 0) throw new Error(`The compiler failed: ${stdout}${stderr}`)
  return errors
}
