import { createProbeDetector } from '../monitoring/checks/run/signature.ts'
import {
  type Collector,
  loadScripts,
  mountPublicRoutes,
  openCollector,
  type Scripts,
  serveCollect,
} from '../analytics/collect/index.ts'
import type { Served } from '../http/serve.ts'
import type { HttpParts, HttpServer } from '../http/server.ts'
import { openGeo } from '../platform/geo.ts'
import type { ProcessParts } from './parts.ts'
import { type Running, whenMigrated } from './when-migrated.ts'

interface Shared {
  scripts: Scripts
  open(): Promise<Collector>
  stop(): Promise<void>
}

const shared = new WeakMap<ProcessParts, Shared>()

/** One collector for each process, whether its events come from browsers, from servers through the API, or both. */
function shareCollector(parts: ProcessParts): Shared {
  let found = shared.get(parts)
  if (!found) {
    let opened: Promise<Collector> | undefined
    found = {
      scripts: loadScripts(),
      open: () => (opened ??= openCollector({ ...parts, geo: openGeo() })),
      async stop() {
        await (await opened)?.stop()
        opened = undefined
      },
    }
    shared.set(parts, found)
  }
  return found
}

/** The routes of the API that belong to collecting. */
export function serveCollectApi(parts: ProcessParts): Served[] {
  const { postgres, egress } = parts
  const { scripts, open } = shareCollector(parts)
  return serveCollect({ postgres, egress, scripts, collector: open })
}

export const stopCollector = (parts: ProcessParts): Promise<void> => shareCollector(parts).stop()

/** The endpoints that the browsers of visitors call. */
export async function startCollector(parts: ProcessParts, server: HttpServer, http: HttpParts): Promise<Running> {
  const { scripts, open } = shareCollector(parts)
  const isOwnProbe = createProbeDetector(parts.config)
  let collector: Collector | undefined
  const running = await whenMigrated(parts, async () => {
    collector = await open()
    return { stop: () => stopCollector(parts) }
  })
  mountPublicRoutes(server, {
    scripts,
    isOwnProbe,
    base_url: http.base_url,
    readAddress: http.readAddress,
    collector: () => collector,
  })
  return running
}
