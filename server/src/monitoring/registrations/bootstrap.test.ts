import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Egress, EgressAnswer } from '../../platform/egress/index.ts'
import { createLog } from '../../platform/log.ts'
import { createBootstrap, findBase, parseBootstrap } from './bootstrap.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'bootstrap-'))
afterAll(() => rmSync(folder, { recursive: true }))
const log = createLog('silent')
const write = (services: unknown): string => JSON.stringify({ services })

describe('a bootstrap file', () => {
  it('maps each suffix to its server, https before http, the longest suffix first', () => {
    const bootstrap = parseBootstrap(
      write([
        [
          ['COM', 'net'],
          ['http://a.example/rdap', 'https://b.example/rdap'],
        ],
        [['uk'], ['https://uk.example/']],
        [['co.uk'], ['https://co.example/']],
        [['bad'], ['ftp://c.example/', 'nonsense']],
      ]),
    )
    const find = (domain: string) => bootstrap && findBase(bootstrap, domain)
    expect(['shop.com', 'shop.co.uk', 'shop.uk', 'shop.bad', 'shop.org', 'com'].map(find)).toEqual([
      'https://b.example/rdap/',
      'https://co.example/',
      'https://uk.example/',
      null,
      null,
      null,
    ])
  })

  it.each(['', '[]', '{}', write('x'), write([['com', 'https://a.example']]), write([]), '['.repeat(100_000)])(
    'is refused if it has another format: %.20s',
    (text) => expect(parseBootstrap(text)).toBeNull(),
  )
})

const answer = (body: string): EgressAnswer =>
  ({ ok: true, status: 200, body: Buffer.from(body), truncated: false }) as EgressAnswer
const refuse: Pick<Egress, 'request'> = {
  request: async () =>
    ({ ok: false, kind: 'connect', message: 'refused', timings: {}, private_target: false }) as never,
}

describe('the source of the bootstrap file', () => {
  it('is the included file, which has the large registries', async () => {
    const bootstrap = await createBootstrap({ source: 'included', egress: refuse, log })()
    expect(bootstrap?.size).toBeGreaterThan(1000)
    expect(bootstrap && ['a.com', 'a.org', 'a.uk', 'a.dev'].map((domain) => findBase(bootstrap, domain))).toEqual([
      'https://rdap.verisign.com/com/v1/',
      'https://rdap.publicinterestregistry.org/rdap/',
      'https://rdap.nominet.uk/uk/',
      'https://pubapi.registry.google/rdap/',
    ])
  })

  it('can be a file, or nothing at all', async () => {
    const file = path.join(folder, 'dns.json')
    writeFileSync(file, write([[['com'], ['https://own.example/']]]))
    expect(await createBootstrap({ source: file, egress: refuse, log })()).toEqual(
      new Map([['com', 'https://own.example/']]),
    )
    expect(await createBootstrap({ source: 'none', egress: refuse, log })()).toBeNull()
  })

  it('can be a URL, read once a day; a failure keeps the last file, or the included one', async () => {
    let now_ms = 0
    const requestedUrls: unknown[] = []
    const replies = [answer('<html>'), answer(write([[['com'], ['https://new.example/']]])), answer('later nonsense')]
    const egress: Pick<Egress, 'request'> = {
      request: async ({ url }) => {
        requestedUrls.push(url)
        return replies.shift() ?? answer('')
      },
    }
    const read = createBootstrap({ source: 'https://iana.example/dns.json', egress, log }, () => now_ms)
    const findCom = async () => (await read())?.get('com')
    expect([await findCom(), await findCom()]).toEqual(Array(2).fill('https://rdap.verisign.com/com/v1/'))
    now_ms += 86_400_000
    expect([await findCom(), await findCom()]).toEqual(Array(2).fill('https://new.example/'))
    now_ms += 86_400_000
    expect(await findCom()).toBe('https://new.example/')
    expect(requestedUrls).toEqual(Array(3).fill('https://iana.example/dns.json'))
  })
})
