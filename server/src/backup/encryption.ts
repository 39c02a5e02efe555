import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * Encrypts a backup file in the way of age: the file key is derived from a passphrase, the file is split into chunks of 64 KiB, and each
 * chunk is sealed with AES-256-GCM, with its number in the nonce. The last chunk is marked. So a changed, moved or missing chunk is
 * detected.
 *
 * Format: magic (21 bytes), log2 of scrypt's N (1), salt of the passphrase (16), salt of the file (16), then the chunks.
 */
const MAGIC = Buffer.from('sitewatch encrypted 1')
const SALT_BYTES = 16
const HEADER_BYTES = MAGIC.length + 1 + 2 * SALT_BYTES
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
/** 128 MiB and about half a second for each passphrase that is tried. */
const LOG_N = 17
const MAX_LOG_N = 20

export class WrongPassphrase extends Error {
  override name = 'WrongPassphrase'

  constructor(cause?: unknown) {
    super('The passphrase is wrong, or the file was changed.', { cause })
  }
}

const stretch = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** Derives file keys from a passphrase. The slow scrypt step runs once per backup: every file also has its own salt. */
export class Passphrase {
  readonly #text: string
  readonly #salt = randomBytes(SALT_BYTES)
  readonly #stretched = new Map<string, Promise<Buffer>>()

  constructor(text: string) {
    this.#text = text
  }

  #stretch(salt: Buffer, logN: number): Promise<Buffer> {
    const name = `${logN} ${salt.toString('hex')}`
    const known = this.#stretched.get(name)
    if (known) return known
    const N = 2 ** logN
    const derived = stretch(this.#text, salt, 32, { N, r: 8, p: 1, maxmem: 256 * N * 8 })
    this.#stretched.set(name, derived)
    return derived
  }

  async makeKey(): Promise<{ header: Buffer; key: Buffer }> {
    const fileSalt = randomBytes(SALT_BYTES)
    const key = deriveFileKey(await this.#stretch(this.#salt, LOG_N), fileSalt)
    return { header: Buffer.concat([MAGIC, Buffer.from([LOG_N]), this.#salt, fileSalt]), key }
  }

  async openKey(header: Buffer): Promise<Buffer> {
    const logN = header[MAGIC.length] ?? 0
    if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC) || logN > MAX_LOG_N)
      throw new WrongPassphrase()
    const salts = header.subarray(MAGIC.length + 1)
    return deriveFileKey(
      await this.#stretch(Buffer.from(salts.subarray(0, SALT_BYTES)), logN),
      salts.subarray(SALT_BYTES, 2 * SALT_BYTES),
    )
  }
}

const deriveFileKey = (stretched: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', stretched, salt, 'sitewatch backup file', 32))

/** 11 bytes of the chunk's number, and whether it is the last one. A key is used for one file only. */
function makeNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function sealChunk(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function openChunk(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw new WrongPassphrase()
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new WrongPassphrase(error)
  }
}

interface Chunk {
  data: Buffer
  nonce: Buffer
}

/** Chunks of a fixed size. The last one may be shorter, and is known to be the last only at the end. */
async function* cutChunks(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Chunk> {
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  for await (const data of source) {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data])
    for (; rest.length > size; rest = rest.subarray(size)) {
      yield { data: rest.subarray(0, size), nonce: makeNonce(number++, false) }
    }
  }
  yield { data: rest, nonce: makeNonce(number, true) }
}

export async function* encrypt(plain: AsyncIterable<Buffer>, passphrase: Passphrase): AsyncGenerator<Buffer> {
  const { header, key } = await passphrase.makeKey()
  yield header
  for await (const { data, nonce } of cutChunks(plain, CHUNK_BYTES)) yield sealChunk(key, nonce, data)
}

export async function* decrypt(sealed: AsyncIterable<Buffer>, passphrase: Passphrase): AsyncGenerator<Buffer> {
  let start: Buffer = Buffer.alloc(0)
  const source = sealed[Symbol.asyncIterator]()
  while (start.length < HEADER_BYTES) {
    const next = await source.next()
    if (next.done) throw new WrongPassphrase()
    start = Buffer.concat([start, next.value])
  }
  const key = await passphrase.openKey(start)
  const rest = async function* (): AsyncGenerator<Buffer> {
    yield start.subarray(HEADER_BYTES)
    yield* { [Symbol.asyncIterator]: () => source }
  }
  for await (const { data, nonce } of cutChunks(rest(), CHUNK_BYTES + TAG_BYTES)) yield openChunk(key, nonce, data)
}
