import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { describeEncodings, type EncodedText } from '../../http/encoded-text.ts'

/** Prepared once when the process starts. */
export type Script = EncodedText

const PLACEHOLDER = '__HONOR_DNT__'

function readTrackerFile(name: 'tracker.js' | 'vitals.js'): string {
  return readFileSync(new URL(`../../../../tracker/dist/${name}`, import.meta.url), 'utf8')
}

function prepareScript(text: string): Script {
  const identity = Buffer.from(text)
  return describeEncodings({
    br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    gzip: gzipSync(identity, { level: 9 }),
    identity,
  })
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
