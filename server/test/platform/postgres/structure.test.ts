import { expect, it } from 'vitest'
import { cloneDatabase } from '../../support/database.ts'
import { writeStructure } from '../../support/structure.ts'

it('server/db/postgres/structure.sql is the schema of a migrated database: "npm run structure" writes it anew', async () => {
  const { admin } = await cloneDatabase()
  await expect(await writeStructure(admin)).toMatchFileSnapshot('../../../db/postgres/structure.sql')
})
