import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

export type DnsReply =
  | { addresses: readonly string[]; ttl_seconds: number }
  | { texts: readonly string[] }
  | 'nxdomain'
  | 'servfail'
  | 'silent'

export interface DnsQuestion {
  readonly name: string
  readonly family: 4 | 6
}

export interface DnsServer {
  readonly address: string
  readonly questions: readonly DnsQuestion[]
  close(): Promise<void>
}

const flags = { answer: 0x8180, servfail: 0x8182, nxdomain: 0x8183 }

/** A DNS server over UDP that answers A and AAAA with `reply`; addresses of the other family are left out. */
export async function startDnsServer(reply: (question: DnsQuestion) => DnsReply): Promise<DnsServer> {
  const questions: DnsQuestion[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    const question = readQuestion(query)
    questions.push(question)
    const answer = reply(question)
    if (answer !== 'silent') socket.send(writeAnswer(query, question, answer), peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function questionEnd(query: Buffer): number {
  let at = 12
  while (query.readUInt8(at) !== 0) at += query.readUInt8(at) + 1
  return at + 1
}

function readQuestion(query: Buffer): DnsQuestion {
  const labels: string[] = []
  for (let at = 12; query.readUInt8(at) !== 0; at += query.readUInt8(at) + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query.readUInt8(at)))
  return { name: labels.join('.').toLowerCase(), family: query.readUInt16BE(questionEnd(query)) === 28 ? 6 : 4 }
}

const TXT = 16

/** A text in chunks of at most 255 bytes, each preceded by its length. */
const writeText = (text: string): number[] =>
  (text.match(/.{1,255}/gs) ?? ['']).flatMap((chunk) => [chunk.length, ...Buffer.from(chunk, 'latin1')])

function listData(answer: DnsReply, question: DnsQuestion, type: number): number[][] {
  if (typeof answer !== 'object') return []
  if ('texts' in answer) return type === TXT ? answer.texts.map(writeText) : []
  const addresses = answer.addresses.map((text) => ipaddr.parse(text).toByteArray())
  return type === TXT ? [] : addresses.filter((bytes) => bytes.length === (question.family === 4 ? 4 : 16))
}

function writeAnswer(query: Buffer, question: DnsQuestion, answer: Exclude<DnsReply, 'silent'>): Buffer {
  const type = query.readUInt16BE(questionEnd(query))
  const matching = listData(answer, question, type)
  const header = Buffer.alloc(12)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  header.writeUInt16BE(typeof answer === 'object' ? flags.answer : flags[answer], 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(matching.length, 6)
  const records = matching.map((bytes) => {
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(typeof answer === 'object' && 'addresses' in answer ? answer.ttl_seconds : 0, 6)
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, Buffer.from(bytes)])
  })
  return Buffer.concat([header, query.subarray(12, questionEnd(query) + 4), ...records])
}
