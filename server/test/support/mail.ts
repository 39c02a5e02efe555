/** Undoes what mail does to text on its way: encoded words in headers, quoted-printable or base64 in the body. */
export interface ReadMail {
  headers: Map<string, string>
  text: string
}

function decodeQuotedPrintable(text: string): Buffer {
  const joined = text.replaceAll(/=\r?\n/g, '')
  const bytes: number[] = []
  for (let at = 0; at < joined.length; at++) {
    const hex = joined.charAt(at) === '=' ? /^[0-9A-F]{2}$/i.exec(joined.slice(at + 1, at + 3))?.[0] : undefined
    if (hex === undefined) bytes.push(joined.charCodeAt(at))
    else {
      bytes.push(Number.parseInt(hex, 16))
      at += 2
    }
  }
  return Buffer.from(bytes)
}

function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, encoded: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(encoded, 'base64').toString('latin1')
        : decodeQuotedPrintable(encoded.replaceAll('_', ' ')).toString('latin1'),
    )
}

export function readMail(source: string): ReadMail {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      const value = Buffer.from(decodeWords(line.slice(at + 1).trim()), 'latin1').toString('utf8')
      return [line.slice(0, at).toLowerCase(), value]
    }),
  )
  const body = source.slice(end + 4)
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? decodeQuotedPrintable(body)
        : Buffer.from(body)
  return { headers, text: bytes.toString('utf8') }
}
