import { expect, it } from 'vitest'
import { reportFigure } from '../support/report.ts'
import { isHeld, SMALL, tortureBackup } from '../torture/backup.ts'

/** A smaller run of `npm run torture -- backup`. The ordinary tier has restore.test.ts, and kills one backup in backup.test.ts. */
it('a backup under load restores every event acknowledged before its moment once, and no killed backup looks complete', async () => {
  const figures = await tortureBackup(SMALL)
  reportFigure(`backup under load: ${JSON.stringify(figures)}`)
  expect(isHeld(figures, SMALL), JSON.stringify(figures)).toBe(true)
})
