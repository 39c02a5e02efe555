import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A script in every encoding that a browser may accept, prepared once when the process starts. */
export interface Script {
  bodies: Record<Encoding, Buffer>
  etags: Record<Encoding, string>
}

const PLACEHOLDER = '__HONOR_DNT__'

function readTrackerFile(name: 'tracker.js' | 'vitals.js'): string {
  return readFileSync(new URL(`../../../../tracker/dist/${name}`, import.meta.url), 'utf8')
}

export function prepareScript(text: string): Script {
  const identity = Buffer.from(text)
  const version = createHash('sha256').update(identity).digest('base64url').slice(0, 16)
  return {
    bodies: {
      br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
      gzip: gzipSync(identity, { level: 9 }),
      identity,
    },
    // Each encoding is a representation and has its own ETag.
    etags: { br: `"${version}-br"`, gzip: `"${version}-gz"`, identity: `"${version}"` },
  }
}

export interface Scripts {
  tracker(honor_dnt: boolean): Script
  vitals: Script
  /** Whether a text is the tracker, whatever URL it was fetched from. */
  isTracker(text: string): boolean
}

export function loadScripts(): Scripts {
  const source = readTrackerFile('tracker.js')
  if (source.split(PLACEHOLDER).length !== 2) throw new Error('the tracker does not have its placeholder exactly once')
  const honoring = source.replace(PLACEHOLDER, '1')
  const plain = source.replace(PLACEHOLDER, '0')
  const prepared = { honoring: prepareScript(honoring), plain: prepareScript(plain) }
  return {
    tracker: (honor_dnt) => (honor_dnt ? prepared.honoring : prepared.plain),
    vitals: prepareScript(readTrackerFile('vitals.js')),
    isTracker: (text) => text.trim() === plain.trim() || text.trim() === honoring.trim(),
  }
}

/** The best encoding that the header allows. `q=0` means never. */
export function pickEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const refused = new Set<string>()
  const offered = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...params] = part.split(';').map((text) => text.trim())
    const q = params.find((param) => param.startsWith('q='))
    ;(q !== undefined && Number(q.slice(2)) === 0 ? refused : offered).add(name)
  }
  const accepts = (name: string): boolean => offered.has(name) || (offered.has('*') && !refused.has(name))
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity'
}
