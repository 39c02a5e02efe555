import { accountTasks } from '../accounts/index.ts'
import { startWorker, type Worker } from '../platform/jobs/index.ts'
import type { Parts } from './parts.ts'

export function startWorkerRole(parts: Parts): Promise<Worker> {
  return startWorker(parts.postgres, accountTasks(parts), parts.log)
}
