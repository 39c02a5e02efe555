import { argon2Sync, randomBytes } from 'node:crypto'

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** A hash that the service accepts, as a sign-in reads the costs from it: verifying takes 0.1 ms instead of 72 ms of processor time. */
export function hashCheaply(password: string): string {
  const nonce = randomBytes(16)
  const costs = { memory: 8, passes: 1, parallelism: 1 }
  const hash = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...costs })
  return `$argon2id$v=19$m=${costs.memory},t=${costs.passes},p=1$${encode(nonce)}$${encode(hash)}`
}
