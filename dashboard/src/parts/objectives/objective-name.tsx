import type { Objective } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { describeGoal } from './objective-words.ts'

type Named = Pick<Objective, 'name'> & Parameters<typeof describeGoal>[0]

/** The name, linked to the objective, with its target. */
export function ObjectiveName({ id, objective }: { id: number; objective: Named }) {
  return (
    <span className="grid">
      <Link to="/objectives/$objectiveId" params={{ objectiveId: String(id) }} className="link wrap-anywhere">
        {objective.name}
      </Link>
      <span className="text-sm text-soft">{describeGoal(objective)}</span>
    </span>
  )
}
