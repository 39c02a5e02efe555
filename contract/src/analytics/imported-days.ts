import { z } from 'zod'

/** Part of every statistics response. */
export const imported = z
  .strictObject({
    state: z.enum(['included', 'left_out']),
    reason: z.enum(['filter', 'interval', 'dimension']).nullable().meta({
      description:
        'Why imported days are left out. filter: they cannot be filtered. interval: they have no hours. dimension: the import has no such figures',
    }),
  })
  .meta({ id: 'ImportedDays' })
  .nullable()
  .meta({ description: 'Days of the period that were imported from another product; null: none' })
export type ImportedDays = z.infer<typeof imported>
