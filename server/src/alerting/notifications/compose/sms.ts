import type { Alert } from '../message.ts'
import { cutGsm, gsmLength, toGsm } from './gsm.ts'
import { formatUtcTime } from '../../../platform/time/format-utc.ts'
import { oneLine } from '../../../platform/one-line.ts'
import { composeTitle } from './words.ts'

export const SMS_LENGTH = 160

/** One message of 160: the title is cut first, the link never. */
export function composeSms(message: Alert): string {
  const link = message.kind === 'list' ? message.link : message.alert.link
  const why =
    message.kind === 'opened' || message.kind === 'reminder'
      ? ` (${oneLine(toGsm(message.alert.cause.message))}) since ${formatUtcTime(message.alert.started_at).slice(11)}`
      : ''
  const repeat = message.possible_repeat ? ' (repeat?)' : ''
  const tail = `${repeat} ${toGsm(link)}`
  const room = SMS_LENGTH - gsmLength(tail)
  const title = oneLine(toGsm(composeTitle(message)))
  const head =
    gsmLength(title + why) <= room
      ? title + why
      : cutGsm(title, Math.max(20, room - Math.min(gsmLength(why), 40))) + cutGsm(why, 40)
  return cutGsm(head, room) + tail
}
