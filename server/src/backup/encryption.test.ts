import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decrypt, encrypt, Passphrase } from './encryption.ts'

const SIZES = [0, 1, 65_535, 65_536, 65_537, 200_000]
const passphrase = new Passphrase('correct horse')

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

async function* inPieces(data: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size)
}

const open = (sealed: Buffer, by = passphrase): Promise<Buffer> => collect(decrypt(inPieces(sealed, 10_007), by))

describe('an encrypted file of a backup', () => {
  it.each(SIZES)('of %i bytes opens with its passphrase to the same bytes', async (size) => {
    const plain = randomBytes(size)
    const sealed = await collect(encrypt(inPieces(plain, 40_009), passphrase))
    expect((await open(sealed)).equals(plain)).toBe(true)
    expect(size > 16 && sealed.includes(plain.subarray(0, 16))).toBe(false)
  })

  it('opens with the same passphrase in another process, and with no other', async () => {
    const sealed = await collect(encrypt(inPieces(Buffer.from('secret rows'), 5), passphrase))
    expect((await open(sealed, new Passphrase('correct horse'))).toString()).toBe('secret rows')
    await expect(open(sealed, new Passphrase('wrong horse'))).rejects.toThrow('The passphrase is wrong')
  })

  it('is refused when a byte, a chunk or its end is changed', async () => {
    const chunk = 65_536 + 16
    const sealed = await collect(encrypt(inPieces(randomBytes(200_000), 65_536), passphrase))
    const header = sealed.length - 200_000 - 4 * 16
    const flipped = Buffer.from(sealed)
    flipped[header + 100] = (flipped[header + 100] ?? 0) ^ 1
    const [head, first, second, rest] = [
      sealed.subarray(0, header),
      sealed.subarray(header, header + chunk),
      sealed.subarray(header + chunk, header + 2 * chunk),
      sealed.subarray(header + 2 * chunk),
    ]
    const changed = {
      flipped,
      swapped: Buffer.concat([head, second, first, rest]),
      shortened: sealed.subarray(0, header + 2 * chunk),
      cut: sealed.subarray(0, -1),
      headless: sealed.subarray(1),
      empty: Buffer.alloc(0),
    }
    for (const [name, data] of Object.entries(changed)) {
      await expect(open(data), name).rejects.toThrow('the file was changed')
    }
  })
})
