import http from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

const PIECE_BYTES = 64 * 1024

export interface SlicedCall {
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer
}

/** Sends a request in small pieces and throws its answer away but for the start, so that the client itself uses little of the processor. */
export async function sendInPieces({ method, url, headers, body }: SlicedCall): Promise<string> {
  const request = http.request(url, { method, headers: { ...headers, 'content-length': String(body.length) } })
  const answered = new Promise<string>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      let text = `${response.statusCode} `
      response.on('data', (chunk: Buffer) => {
        if (text.length < 1000) text += chunk.toString('utf8', 0, 1000)
      })
      response.on('end', () => resolve(text))
      response.on('error', reject)
    })
  })
  for (let at = 0; at < body.length; at += PIECE_BYTES) {
    request.write(body.subarray(at, at + PIECE_BYTES))
    await nextTurn()
  }
  request.end()
  return answered
}

/** The most processor time, in milliseconds, that one turn of the event loop of this thread takes while the work runs. */
export async function measureLongestSlice<T>(work: () => Promise<T>): Promise<{ result: T; longest_ms: number }> {
  let longest = 0
  let isDone = false
  const watch = async (): Promise<void> => {
    for (let before = process.threadCpuUsage(); !isDone; before = process.threadCpuUsage()) {
      await nextTurn()
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, user + system)
    }
  }
  const watching = watch()
  try {
    const result = await work()
    return { result, longest_ms: longest / 1000 }
  } finally {
    isDone = true
    await watching
  }
}
