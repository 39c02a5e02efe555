import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** Records by `TYPE name`, each as the bytes of its data. A string selects a response code or a behaviour. */
export type Zone = Record<string, readonly Buffer[] | 'nxdomain' | 'servfail' | 'refused' | 'silent'>

export interface RecordServer {
  readonly port: number
  readonly address: string
  /** Received questions, such as `udp A a.test`. */
  readonly questions: string[]
  zone: Zone
  close(): Promise<void>
}

const TYPES: Record<number, string> = { 1: 'A', 2: 'NS', 5: 'CNAME', 15: 'MX', 16: 'TXT', 28: 'AAAA', 257: 'CAA' }
const CODES = { servfail: 2, nxdomain: 3, refused: 5 } as const

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
export const writeName = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ])

/** Data of records, in the form of RFC 1035 and 8659. */
export const data = {
  A: (text: string): Buffer => Buffer.from(text.split('.').map(Number)),
  AAAA: (hex: string): Buffer => Buffer.from(hex, 'hex'),
  CNAME: writeName,
  NS: writeName,
  MX: (priority: number, host: string): Buffer => Buffer.concat([uint16(priority), writeName(host)]),
  TXT: (...chunks: string[]): Buffer =>
    Buffer.concat(chunks.flatMap((chunk) => [Buffer.from([chunk.length]), Buffer.from(chunk)])),
  CAA: (tag: string, value: string): Buffer => Buffer.from(`\0${String.fromCharCode(tag.length)}${tag}${value}`),
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (; query.readUInt8(at) !== 0; at += query.readUInt8(at) + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query.readUInt8(at)))
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

export function writeAnswer(query: Buffer, found: Exclude<Zone[string], 'silent'>, isTruncated = false): Buffer {
  const { type, end } = readQuestion(query)
  const records = typeof found === 'string' || isTruncated ? [] : found
  const code = typeof found === 'string' ? CODES[found] : 0
  return Buffer.concat([
    query.subarray(0, 2),
    uint16(0x8180 | (isTruncated ? 0x0200 : 0) | code),
    uint16(1),
    uint16(records.length),
    uint16(0),
    uint16(0),
    query.subarray(12, end),
    ...records.flatMap((bytes) => [
      Buffer.from([0xc0, 12]),
      uint16(type),
      Buffer.from([0, 1, 0, 0, 0, 0]),
      uint16(bytes.length),
      bytes,
    ]),
  ])
}

const MAX_UDP_BYTES = 512

/** A DNS server of one zone over UDP and TCP. A long answer is truncated over UDP, as by a real server. */
export async function startRecordServer(zone: Zone = {}): Promise<RecordServer> {
  const questions: string[] = []
  const sockets = new Set<Socket>()
  const answer = (query: Buffer, via: string): Buffer | null => {
    const { name, type } = readQuestion(query)
    const key = `${TYPES[type] ?? type} ${name}`
    questions.push(`${via} ${key}`)
    const found = server.zone[key] ?? []
    if (found === 'silent') return null
    const message = writeAnswer(query, found)
    return via === 'udp' && message.length > MAX_UDP_BYTES ? writeAnswer(query, found, true) : message
  }
  const tcp = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      const reply = answer(bytes.subarray(2), 'tcp')
      if (reply) socket.write(Buffer.concat([uint16(reply.length), reply]))
    })
  })
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket('udp4')
  udp.on('message', (query, peer) => {
    const reply = answer(query, 'udp')
    if (reply) udp.send(reply, peer.port, peer.address)
  })
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  const server: RecordServer = {
    port,
    address: `127.0.0.1:${port}`,
    questions,
    zone,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      tcp.close()
      udp.close()
      await Promise.all([once(tcp, 'close'), once(udp, 'close')])
    },
  }
  return server
}
