import { createPause, runInSlices } from '../platform/slices.ts'
import { BODY_LIMIT } from './failure.ts'
import { refuseRepeated } from './form.ts'
import { splitJson } from './json-pieces.ts'
import { problem } from './problem.ts'
import { scanRepeatedNames } from './repeated-names.ts'

export function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (cause) {
    throw problem('malformed_body', { detail: 'The body is not UTF-8 text.', cause })
  }
}

const malformed = (where: string, cause?: unknown): Error =>
  problem('malformed_body', { detail: `The body is not valid JSON${where}.`, cause })

function parse(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (cause) {
    // The position of the error, but not the engine's message: it quotes the body, which may hold a secret.
    const at = /line \d+ column \d+/.exec((cause as Error).message)?.[0]
    throw malformed(at ? ` (${at})` : '', cause)
  }
}

function parsePiece(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (cause) {
    // A position would be that in the piece.
    throw malformed('', cause)
  }
}

/** Parses the lists in the fields of the body piece by piece, and then what is around them. */
async function parsePieces(source: string): Promise<unknown> {
  const split = await runInSlices(splitJson(source))
  if ('excess' in split) throw problem('body_too_large', { detail: `The body must not have ${split.excess}.` })
  if (!split.isClosed) throw malformed('')
  const pause = createPause()
  const lists: unknown[][] = []
  let outside = ''
  let at = 0
  for (const [index, pieces] of split.lists.entries()) {
    const entries: unknown[] = []
    for (const { from, to } of pieces) {
      await pause()
      const found = parsePiece(`[${source.slice(from, to)}]`) as unknown[]
      // Nothing is between two commas.
      if (found.length === 0 && pieces.length > 1) throw malformed('')
      for (const each of found) entries.push(each)
    }
    lists.push(entries)
    outside += `${source.slice(at, pieces[0]?.from)}${index}`
    at = pieces.at(-1)?.to ?? at
  }
  await pause()
  const body = parsePiece(outside + source.slice(at))
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const fields = body as Record<string, unknown>
  for (const [name, value] of Object.entries(fields)) if (Array.isArray(value)) fields[name] = lists[Number(value[0])]
  return body
}

/** Parses a JSON body. Other work runs while a large one is read. */
export async function readJson(body: Buffer): Promise<unknown> {
  const source = decodeUtf8(body)
  if (!/\S/.test(source)) return {}
  const parsed = body.length > BODY_LIMIT ? await parsePieces(source) : parse(source)
  refuseRepeated(await runInSlices(scanRepeatedNames(source)))
  return parsed
}
