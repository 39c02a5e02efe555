import { expect, it } from 'vitest'
import { reportFigure } from '../support/report.ts'
import { isHeld, SMALL, tortureBackup } from '../torture/backup.ts'

/** The sized-down form of `npm run torture -- backup`. */
it('restores every event acknowledged before the moment of a backup under load, once, and no killed backup looks whole', async () => {
  const figures = await tortureBackup(SMALL)
  reportFigure(`backup under load: ${JSON.stringify(figures)}`)
  expect(isHeld(figures, SMALL), JSON.stringify(figures)).toBe(true)
})
