import net from 'node:net'
import type { Answer } from './app.ts'

function parse(reply: string): Answer {
  const at = reply.indexOf('\r\n\r\n')
  const [first = '', ...lines] = reply.slice(0, at).split('\r\n')
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const text = reply.slice(at + 4)
  const isJson = headers.get('content-type')?.includes('json') ?? false
  return { status: Number(first.split(' ')[1]), headers, text, body: isJson ? JSON.parse(text) : undefined }
}

/** Sends bytes unchanged to a server, and returns the answer to the first request. Send "connection: close". */
export function sendRaw(base: string, bytes: string | Buffer): Promise<Answer> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes))
    const chunks: Buffer[] = []
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)))
    socket.on('close', () => {
      const reply = Buffer.concat(chunks).toString()
      if (reply === '') reject(new Error('closed without an answer'))
      else resolve(parse(reply))
    })
  })
}
