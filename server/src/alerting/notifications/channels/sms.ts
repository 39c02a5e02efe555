import { requestTrusted } from '../../../platform/egress/trusted.ts'
import { judgeAnswer, parseJson } from '../answer.ts'
import type { Channel } from '../channel.ts'
import { composeSms } from '../compose/sms.ts'
import { TIMEOUT_MS } from '../post.ts'

const NEEDED = ['SITEWATCH_SMS_ACCOUNT_SID', 'SITEWATCH_SMS_AUTH_TOKEN', 'SITEWATCH_SMS_FROM'] as const

/** The gateway accepts a message before it sends it, and may already know that it cannot. */
function isQueued(body: string): boolean {
  const status = (parseJson(body) as { status?: unknown } | undefined)?.status
  return status !== 'failed' && status !== 'undelivered'
}

export const sms: Channel = {
  needs: NEEDED,
  async send({ phone_number }, message, { config }) {
    const missing = NEEDED.filter((name) => config[name] === undefined)
    if (missing.length > 0) {
      return { kind: 'permanent', reason: `SMS is not configured: the administrator must set ${missing.join(', ')}.` }
    }
    const text = composeSms(message)
    if (text === null) {
      const reason = 'SMS cannot be sent: BASE_URL is too long for the link to fit into one SMS.'
      return { kind: 'permanent', reason }
    }
    const [sid = '', token = '', from = ''] = NEEDED.map((name) => config[name])
    const credentials = Buffer.from(`${sid}:${token}`).toString('base64')
    const url = `${config.SITEWATCH_SMS_API}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`
    const result = await requestTrusted(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ To: phone_number ?? '', From: from, Body: text }).toString(),
      timeout_ms: TIMEOUT_MS,
    })
    return judgeAnswer(result, {
      recipient: 'The SMS gateway',
      secrets: [token, sid, credentials],
      isAccepted: isQueued,
    })
  },
}
