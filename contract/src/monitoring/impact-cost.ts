import { z } from 'zod'
import { Id } from '../core/fields.ts'

const Amount = z.string().regex(/^\d+(\.\d{1,2})?$/)
const Count = z.int().min(0)

const GoalLoss = z
  .strictObject({
    goal_id: Id,
    name: z.string(),
    lost: Count.meta({ description: 'Visits that would have reached the goal' }),
    low: Count.meta({ description: 'Lower end of the 90 % interval' }),
    high: Count.meta({ description: 'Upper end of the 90 % interval' }),
  })
  .meta({ id: 'GoalLoss' })
export type GoalLoss = z.infer<typeof GoalLoss>

const RevenueLoss = z
  .strictObject({
    currency: z.string(),
    lost: Amount.meta({ description: 'A decimal number as text' }),
    low: Amount.meta({ description: 'Lower end of the 90 % interval' }),
    high: Amount.meta({ description: 'Upper end of the 90 % interval' }),
  })
  .meta({ id: 'RevenueLoss' })
export type RevenueLoss = z.infer<typeof RevenueLoss>

const Affected = z.array(z.strictObject({ value: z.string(), visits_lost: Count }))

/** Cost of an incident in addition to lost visitors. */
export const impactCost = {
  goals: z.array(GoalLoss).nullable().meta({
    description:
      'Estimated conversions lost, most first: visits lost times the conversion rate of the last four weeks. Null: not measured, or not enough data',
  }),
  revenue: z.array(RevenueLoss).nullable().meta({
    description:
      'Estimated revenue lost by currency: visits lost times the revenue per visit of the last four weeks. Null: not measured, or not enough data',
  }),
  affected: z
    .strictObject({
      pages: Affected.meta({ description: 'Entry pages' }),
      countries: Affected,
      sources: Affected,
    })
    .meta({ id: 'AffectedVisits' })
    .nullable()
    .meta({
      description:
        'Where most of the expected visits are missing: up to five each. Null: not measured, or none are missing',
    }),
}
export type ImpactCost = z.infer<z.ZodObject<typeof impactCost>>
