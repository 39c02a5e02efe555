import { z } from 'zod'
import { Id, Timestamp } from '../core/fields.ts'

export const DEPLOY_METRICS = [
  'lcp',
  'inp',
  'cls',
  'ttfb',
  'fcp',
  'not_found',
  'goal',
  'response_time',
  'failures',
] as const
export type DeployMetricName = (typeof DEPLOY_METRICS)[number]

export const DEPLOY_VERDICTS = ['better', 'no_difference', 'worse', 'not_enough_traffic'] as const
export type DeployVerdictName = (typeof DEPLOY_VERDICTS)[number]

/** How long a deploy is compared with the time before it, unless the next deploy comes sooner. */
export const DEPLOY_COMPARED_HOURS = 48

const Verdict = z.enum(DEPLOY_VERDICTS)
const Figure = z.number().nullable()

export const DeployMetric = z
  .strictObject({
    metric: z.enum(DEPLOY_METRICS).meta({
      description:
        'lcp, inp, cls, ttfb, fcp: web vitals. not_found: visitors who saw a 404 page. goal: visitors who reached the goal. response_time: of the monitors. failures: hours with a failed check',
    }),
    goal_id: Id.nullable(),
    name: z.string().nullable().meta({ description: 'Only for goals' }),
    verdict: Verdict.nullable().meta({ description: 'Null: not decided yet' }),
    unit: z.enum(['percent', 'points']).meta({
      description: 'Of effect, low, high and margin: percent of the value before, or percentage points',
    }),
    effect: Figure.meta({ description: 'Change from before to after. Null: not enough data yet' }),
    low: Figure.meta({ description: 'Lower end of the interval of the effect' }),
    high: Figure.meta({ description: 'Upper end of the interval of the effect' }),
    margin: z.number().meta({ description: 'An interval between -margin and margin means no_difference' }),
    before: Figure.meta({ description: 'Milliseconds (geometric mean), CLS, or percent' }),
    after: Figure.meta({ description: 'In the same unit as before' }),
    samples_before: z.int().min(0).meta({ description: 'Visitors, or hours of checks' }),
    samples_after: z.int().min(0).meta({ description: 'Visitors, or hours of checks' }),
    decided_at: Timestamp.nullable(),
  })
  .meta({ id: 'DeployMetric' })
export type DeployMetric = z.infer<typeof DeployMetric>

export const DeployVerdict = z
  .strictObject({
    verdict: Verdict.nullable().meta({
      description:
        'Over all metrics: worse if one is worse, better if one is better and none is worse. Null: not decided yet',
    }),
    decided_at: Timestamp.nullable(),
    ends_at: Timestamp.meta({
      description: `When the comparison ends: ${DEPLOY_COMPARED_HOURS} hours after the deploy, or with the next one`,
    }),
    is_final: z.boolean().meta({ description: 'Whether the comparison has ended' }),
    websites: z.array(
      z.strictObject({
        website_id: Id,
        verdict: Verdict.nullable(),
        metrics: z.array(DeployMetric).meta({ description: 'Those for which there is data' }),
      }),
    ),
  })
  .meta({ id: 'DeployVerdict' })
