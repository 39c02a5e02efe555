import { isbot } from 'isbot'

/** Bots that are reported by name. A closed set, so that a visitor cannot invent names that are then counted one by one. */
const NAMES = [
  'Googlebot',
  'Google-InspectionTool',
  'GoogleOther',
  'AdsBot-Google',
  'Mediapartners-Google',
  'Google-Read-Aloud',
  'bingbot',
  'BingPreview',
  'YandexBot',
  'Baiduspider',
  'DuckDuckBot',
  'Applebot',
  'Amazonbot',
  'PetalBot',
  'Bytespider',
  'SeznamBot',
  'Qwantbot',
  'MojeekBot',
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'anthropic-ai',
  'PerplexityBot',
  'Perplexity-User',
  'CCBot',
  'meta-externalagent',
  'cohere-ai',
  'DeepSeekBot',
  'MistralAI-User',
  'facebookexternalhit',
  'Twitterbot',
  'LinkedInBot',
  'Slackbot',
  'TelegramBot',
  'WhatsApp',
  'Discordbot',
  'Pinterestbot',
  'redditbot',
  'SkypeUriPreview',
  'AhrefsBot',
  'SemrushBot',
  'MJ12bot',
  'DotBot',
  'DataForSeoBot',
  'BLEXBot',
  'Screaming Frog',
  'archive.org_bot',
  'ia_archiver',
  'UptimeRobot',
  'Pingdom',
  'StatusCake',
  'Site24x7',
  'BetterStack',
  'Uptime-Kuma',
  'Chrome-Lighthouse',
  'HeadlessChrome',
  'PhantomJS',
  'Electron',
  'curl',
  'Wget',
  'python-requests',
  'Scrapy',
  'Go-http-client',
  'axios',
  'okhttp',
  'Java',
  'libwww-perl',
] as const

const OTHER = 'other'
const lowerCaseNames = NAMES.map((name) => [name.toLowerCase(), name] as const)

/** A phone manufacturer whose name the bot pattern would match. */
const NOT_A_BOT = /\bcubot\b/i

/** The name of the bot that sends a user agent; '' for what looks like a person's browser. */
export function findBot(userAgent: string): string {
  if (userAgent.length < 8) return OTHER
  if (!isbot(NOT_A_BOT.test(userAgent) ? userAgent.replace(NOT_A_BOT, '') : userAgent)) return ''
  const text = userAgent.toLowerCase()
  return lowerCaseNames.find(([name]) => text.includes(name))?.[1] ?? OTHER
}
