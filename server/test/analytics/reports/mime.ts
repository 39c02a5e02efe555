import { readMail, type ReadMail } from '../../support/mail.ts'

export interface ReadPart extends ReadMail {
  type: string
  /** Still encoded, as in the mail. */
  raw: string
}

/** The leaf parts of a mail, in order. */
export function readParts(source: string): ReadPart[] {
  const { headers, text, html } = readMail(source)
  const [type = ''] = (headers.get('content-type') ?? 'text/plain').split(';')
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  const raw = source.slice(source.indexOf('\r\n\r\n') + 4)
  if (boundary === undefined) return [{ headers, text, html, type, raw }]
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => readParts(part.replace(/^\r\n/, '')))
}

export interface ReadReport {
  headers: Map<string, string>
  subject: string
  message_id: string
  text: string
  html: string
  picture: Buffer | undefined
  cid: string | undefined
}

export function readReport(source: string): ReadReport {
  const { headers } = readMail(source)
  const parts = readParts(source)
  const picture = parts.find(({ type }) => type === 'image/png')
  return {
    headers,
    subject: headers.get('subject') ?? '',
    message_id: headers.get('message-id') ?? '',
    text: parts.find(({ type }) => type === 'text/plain')?.text ?? '',
    html: parts.find(({ type }) => type === 'text/html')?.text ?? '',
    picture: picture && Buffer.from(picture.raw, 'base64'),
    cid: picture?.headers.get('content-id')?.replaceAll(/[<>]/g, ''),
  }
}
