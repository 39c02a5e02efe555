import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { createGate } from '../../platform/gate.ts'
import { isSame } from '../../platform/secrets.ts'

// OWASP's first choice for argon2id; about 70 ms here.
const MEMORY_KIB = 19_456
const PASSES = 2
const hashWith = promisify(argon2)

/**
 * Each hash takes 19 MB and one of the four libuv threads, which DNS look-ups and file access need too: never use all of them. When the
 * queue is so long that a hash would take seconds, a new one is refused instead.
 */
const gate = createGate({ at_once: 3, max_waiting: 200 })

function derive(password: string, salt: Buffer, memory: number, passes: number): Promise<Buffer> {
  const options = {
    message: password.normalize('NFC'),
    nonce: salt,
    parallelism: 1,
    tagLength: 32,
    memory,
    passes,
  }
  return gate.pass(() => hashWith('argon2id', options))
}

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, MEMORY_KIB, PASSES)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${encode(salt)}$${encode(hash)}`
}

// Matches no password. Sign-ins to unknown accounts are verified against it, so that they take as long as others.
const DUMMY_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${encode(randomBytes(16))}$${encode(randomBytes(32))}`

export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored ?? DUMMY_HASH)
  if (!match) return false
  const [, memory, passes, salt = '', hash = ''] = match
  const derived = await derive(password, Buffer.from(salt, 'base64'), Number(memory), Number(passes))
  return isSame(derived, Buffer.from(hash, 'base64')) && stored !== undefined
}
