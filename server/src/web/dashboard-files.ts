import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, pickEncoding } from '../http/encoded-text.ts'

export const DASHBOARD_FOLDER = path.resolve(import.meta.dirname, '../../../dashboard/dist')

const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' }

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

interface Asset {
  name: string
  type: string
  has(encoding: Encoding): boolean
  body(encoding: Encoding): Buffer
}

export interface DashboardFiles {
  /** The page as it was built; undefined while there is no build. */
  page(): string | undefined
  asset(name: string): Asset | undefined
  /** The name under which the last build has "name.type": with a hash before the type. */
  findBuilt(name: string): string | undefined
}

/** A plain file name: no path can leave the folder. */
const NAME = /^[\w-]+(\.[\w-]+)+$/

/** What the build puts between a name and its type. */
const HASH = /-[\w-]{8}\./

/** Files of earlier builds stay for a while. */
function listNewestLast(folder: string): string[] {
  const changedAt = (name: string): number => statSync(path.join(folder, name)).mtimeMs
  return readdirSync(folder).sort((a, b) => changedAt(a) - changedAt(b))
}

/** The output of "npm run build". Read again after a new build, so that development needs no restart. */
export function openDashboardFiles(folder = DASHBOARD_FOLDER): DashboardFiles {
  const index = path.join(folder, 'index.html')
  const assets = path.join(folder, 'assets')
  let built_ms = -1
  let page: string | undefined
  // A name contains the hash of its content, so a file that was read once never changes.
  const bodies = new Map<string, Buffer>()
  const builtNames = new Map<string, string>()

  function read(name: string): Buffer {
    const known = bodies.get(name)
    if (known) return known
    const body = readFileSync(path.join(assets, name))
    bodies.set(name, body)
    return body
  }

  function readPage(): string | undefined {
    const found_ms = statSync(index, { throwIfNoEntry: false })?.mtimeMs ?? -1
    if (found_ms !== built_ms) {
      page = found_ms < 0 ? undefined : readFileSync(index, 'utf8')
      builtNames.clear()
    }
    built_ms = found_ms
    return page
  }

  return {
    page: readPage,
    findBuilt(name) {
      if (readPage() === undefined) return undefined
      if (builtNames.size === 0)
        for (const file of listNewestLast(assets)) builtNames.set(file.replace(HASH, '.'), file)
      return builtNames.get(name)
    },
    asset(name) {
      const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]
      const has = (file: string): boolean => bodies.has(file) || existsSync(path.join(assets, file))
      if (type === undefined || !NAME.test(name) || !has(name)) return undefined
      return {
        name,
        type,
        has: (encoding) => has(name + SUFFIX[encoding]),
        body: (encoding) => read(name + SUFFIX[encoding]),
      }
    },
  }
}

/** In the best encoding that the client accepts and that was built. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const encoding = pickEncoding(request.headers['accept-encoding'], asset.has)
  // The name contains a hash of the content; another encoding is another representation.
  const etag = `"${asset.name}-${encoding}"`
  reply.headers({ vary: 'accept-encoding', etag })
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(asset.type).send(asset.body(encoding))
}
