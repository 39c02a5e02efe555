import { decodePercent } from './decode-percent.ts'

export type Secrets = readonly (string | null | undefined)[]

/** Shorter parts reveal too little: four characters of a secret are shown anyway. */
const RUN_LENGTH = 8
const MIN_SECRET_LENGTH = 4

const lowerAscii = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

function collectRuns(secrets: Secrets): Map<number, Set<string>> {
  const runs = new Map<number, Set<string>>()
  for (const secret of secrets) {
    if (!secret || secret.length < MIN_SECRET_LENGTH) continue
    const length = Math.min(RUN_LENGTH, secret.length)
    const known = runs.get(length) ?? new Set<string>()
    const folded = lowerAscii(secret)
    for (let at = 0; at + length <= folded.length; at++) known.add(folded.slice(at, at + length))
    runs.set(length, known)
  }
  return runs
}

/**
 * Redacts every sequence of eight characters that a secret contains, and every shorter secret: so a secret that a remote server
 * repeats in part, escaped or inside of another text is redacted too.
 */
export function redactSecrets(text: string, secrets: Secrets): string {
  const folded = lowerAscii(text)
  const hidden = new Uint8Array(text.length)
  for (const [length, known] of collectRuns(secrets)) {
    for (let at = 0; at + length <= text.length; at++) {
      if (known.has(folded.slice(at, at + length))) hidden.fill(1, at, at + length)
    }
  }
  let out = ''
  for (let at = 0; at < text.length; at++) {
    if (!hidden[at]) out += text.charAt(at)
    else if (!hidden[at - 1]) out += '[redacted]'
  }
  return out
}

/** The secret parts of a URL: everything after the host. */
export function secretsOfUrl(text: string): Secrets {
  const url = URL.parse(text)
  if (!url) return [text]
  const afterHost = url.pathname + url.search
  return [afterHost, url.username, url.password, decodePercent(afterHost)]
}
