/** Decodes the encodings of mail: encoded words in headers, quoted-printable or base64 in the body. */
export interface ReadMail {
  headers: Map<string, string>
  text: string
  /** Empty for a mail with text only. */
  html: string
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
  const boundary = /^multipart\/.*boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1]
  if (boundary !== undefined) return { headers, ...joinParts(body.split(`--${boundary}`).slice(1, -1)) }
  const text = decodeBody(body, headers.get('content-transfer-encoding')?.toLowerCase())
  const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false
  return { headers, text, html: isHtml ? text : '' }
}

function decodeBody(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return (encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : Buffer.from(body)).toString('utf8')
}

/** The text and the HTML of a mail with both; pictures are left out. */
function joinParts(parts: readonly string[]): Pick<ReadMail, 'text' | 'html'> {
  const read = parts
    .map((part) => readMail(part.replace(/^\r\n/, '')))
    .filter(({ headers }) => /^(text|multipart)\//.test(headers.get('content-type') ?? ''))
  return {
    text: read.map(({ text, html }) => (text === html ? '' : text)).join(''),
    html: read.map(({ html }) => html).join(''),
  }
}
