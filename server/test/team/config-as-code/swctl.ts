import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../../support/command.ts'

/** A folder with `swctl` in it for PATH, like an installed package. */
export function installSwctl(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'swctl-bin-'))
  const file = path.join(folder, 'swctl')
  const cache = path.join(ROOT, '.local/compile-cache')
  writeFileSync(
    file,
    `#!/bin/sh\nNODE_COMPILE_CACHE='${cache}' exec '${process.execPath}' '${path.join(ROOT, 'sdk/launch/swctl.cjs')}' "$@"\n`,
  )
  chmodSync(file, 0o755)
  return folder
}
