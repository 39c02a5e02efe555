/** How each type of provider sends: one file each, one line here. */
export { discord } from './discord.ts'
export { email } from './email.ts'
export { pagerduty } from './pagerduty.ts'
export { slack } from './slack.ts'
export { sms } from './sms.ts'
export { telegram } from './telegram.ts'
export { webhook } from './webhook.ts'
