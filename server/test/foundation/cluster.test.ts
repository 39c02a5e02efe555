import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startCluster, stopCluster } from '../../../scripts/postgres.ts'

it.runIf(process.getuid?.() === 0)(
  'startCluster as root, in a folder that only root can enter, says what to do',
  async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'only-root-'))
    const folder = path.join(home, 'checkout/.local/dev')
    onTestFinished(() => {
      stopCluster(folder)
      rmSync(home, { recursive: true, force: true })
    })
    chmodSync(home, 0o700)
    await expect(startCluster(folder)).rejects.toThrow(
      `so it runs as the user "postgres", who cannot enter ${folder}. Move the checkout to a folder that all users can enter`,
    )
  },
)
