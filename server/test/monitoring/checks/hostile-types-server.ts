// Misbehaving servers for TCP, TLS and DNS checks and RDAP, each on its own port. A separate process, so that its floods do not count as
// memory of the checks.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { writeAnswer } from './record-server.ts'

function flood(socket: Socket, chunk: Buffer | string): void {
  const block = Buffer.alloc(65_536, chunk)
  const pump = (): void => {
    while (!socket.destroyed && socket.write(block));
  }
  socket.on('drain', pump)
  pump()
}

function drip(socket: Socket, bytes: Buffer | string, interval_ms = 5): void {
  // oxlint-disable-next-line no-restricted-globals -- How slow the server is.
  const timer = setInterval(() => socket.write(bytes), interval_ms)
  socket.on('close', () => clearInterval(timer))
}

/** The header of a TLS handshake record that announces more bytes than are sent. */
const HALF_RECORD = Buffer.from([22, 3, 3, 0x40, 0, 2, 0, 0x3f, 0xfc, 3, 3])

const streams: Record<string, (socket: Socket) => void> = {
  silence: () => undefined,
  drip: (socket) => drip(socket, 'x'),
  endless: (socket) => flood(socket, 'no '),
  'endless-lines': (socket) => flood(socket, '220-again\r\n'),
  'reset-at-once': (socket) => socket.resetAndDestroy(),
  'half-handshake': (socket) => void socket.once('data', () => socket.write(HALF_RECORD)),
  'drip-handshake': (socket) => void socket.once('data', () => drip(socket, HALF_RECORD.subarray(0, 1))),
  'endless-alerts': (socket) => void socket.once('data', () => flood(socket, Buffer.from([21, 3, 3, 0, 2, 1, 90]))),
  'endless-records': (socket) => void socket.once('data', () => flood(socket, Buffer.from([22, 3, 3, 0, 0]))),
}

/** The answer of an invalid RDAP server, after the request. */
const answerWith =
  (status: number, body: string, headers = '') =>
  (socket: Socket) =>
    void socket.once('data', () =>
      socket.end(`HTTP/1.1 ${status} x\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`),
    )
const answerDomain = (answer: object) => answerWith(200, JSON.stringify({ objectClassName: 'domain', ...answer }))
const expiration = (eventDate: string) => ({ events: [{ eventAction: 'expiration', eventDate }] })

const registries: Record<string, (socket: Socket) => void> = {
  'rdap-drip': (socket) =>
    void socket.once('data', () => {
      socket.write('HTTP/1.1 200 x\r\ncontent-length: 100000\r\n\r\n')
      drip(socket, '{')
    }),
  'rdap-endless': (socket) =>
    void socket.once('data', () => {
      socket.write('HTTP/1.1 200 x\r\n\r\n')
      flood(socket, '{"a":')
    }),
  'rdap-html': answerWith(200, '<html>'),
  'rdap-list': answerWith(200, '[]'),
  'rdap-deep': answerWith(200, '['.repeat(200_000)),
  'rdap-other-domain': answerDomain({ ldhName: 'other.example', ...expiration('2030-01-01T00:00:00Z') }),
  'rdap-wrong-event': answerDomain({ events: [{ eventAction: 7 }] }),
  'rdap-year-9999': answerDomain(expiration('9999-12-31T23:59:59Z')),
  'rdap-no-date': answerDomain(expiration('soon')),
  'rdap-unknown': answerWith(404, '{"errorCode":404}'),
  'rdap-busy': answerWith(429, '{}', 'retry-after: 99999999\r\n'),
  'rdap-loop': answerWith(302, '', 'location: /domain/shop.example\r\n'),
  'rdap-inside': answerWith(302, '', 'location: http://169.254.169.254/\r\n'),
}

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const frame = (message: Buffer): Buffer => Buffer.concat([uint16(message.length), message])
const truncated = (query: Buffer): Buffer => writeAnswer(query, [], true)
const patch = (message: Buffer, at: number, bytes: number[]): Buffer => {
  const copy = Buffer.from(message)
  Buffer.from(bytes).copy(copy, at)
  return copy
}
/** As many A records as fit into the longest message. */
const many = (query: Buffer): Buffer =>
  writeAnswer(
    query,
    Array.from({ length: 4000 }, () => Buffer.from([9, 9, 9, 9])),
  )

interface DnsBehaviour {
  udp(query: Buffer): Buffer[]
  tcp?(query: Buffer, socket: Socket): void
}

const names: Record<string, DnsBehaviour> = {
  'dns-silence': { udp: () => [] },
  'dns-garbage': { udp: (query) => [Buffer.concat([query.subarray(0, 2), Buffer.alloc(400, 0xff)])] },
  'dns-wrong-id': { udp: (query) => [patch(writeAnswer(query, [Buffer.from([9, 9, 9, 9])]), 0, [0, 0])] },
  // A name that points to itself.
  'dns-loop': { udp: (query) => [patch(writeAnswer(query, [Buffer.from([9, 9, 9, 9])]), 12, [0xc0, 12])] },
  // Announces 65,535 records and has one.
  'dns-lying-count': { udp: (query) => [patch(writeAnswer(query, [Buffer.from([9, 9, 9, 9])]), 6, [0xff, 0xff])] },
  'dns-flood': { udp: (query) => Array.from({ length: 2000 }, () => Buffer.concat([query, Buffer.alloc(1000)])) },
  'dns-bomb': { udp: (query) => [truncated(query)], tcp: (query, socket) => void socket.write(frame(many(query))) },
  'dns-tcp-silence': { udp: (query) => [truncated(query)], tcp: () => undefined },
  'dns-tcp-drip': {
    udp: (query) => [truncated(query)],
    tcp: (_, socket) => {
      socket.write(uint16(65_535))
      drip(socket, '\0')
    },
  },
  'dns-tcp-endless': { udp: (query) => [truncated(query)], tcp: (_, socket) => flood(socket, Buffer.from([0, 12])) },
  'dns-always-truncated': {
    udp: (query) => [truncated(query)],
    tcp: (query, socket) => void socket.write(frame(truncated(query))),
  },
}

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    onSocket(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function listenDns({ udp, tcp }: DnsBehaviour): Promise<number> {
  const port = await listen((socket) => {
    socket.once('data', (bytes) => (tcp ? tcp(bytes.subarray(2), socket) : socket.destroy()))
  })
  const socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    for (const reply of udp(query)) socket.send(reply, peer.port, peer.address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return port
}

const ports: Record<string, number> = {}
for (const [name, behaviour] of Object.entries({ ...streams, ...registries })) ports[name] = await listen(behaviour)
for (const [name, behaviour] of Object.entries(names)) ports[name] = await listenDns(behaviour)
process.send?.(ports)
process.on('disconnect', () => process.exit())
