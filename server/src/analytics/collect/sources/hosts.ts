/** What kind of place a visitor comes from. */
type SourceKind = 'search' | 'social' | 'video' | 'ai' | 'email' | 'shopping'

export interface KnownSource {
  name: string
  kind: SourceKind
}

/**
 * Where visitors come from, by host. Compiled by hand from what the services publish. A host covers its
 * subdomains; `google.*` covers google under every public suffix of one or two labels. The longest match wins, so
 * gemini.google.com is an assistant although google.* is a search engine.
 */
const TABLE: Record<SourceKind, Record<string, string>> = {
  search: {
    Google: 'google.* com.google.android.googlequicksearchbox',
    Bing: 'bing.com',
    DuckDuckGo: 'duckduckgo.com',
    Yahoo: 'search.yahoo.com search.yahoo.co.jp yahoo.com',
    Yandex: 'yandex.* ya.ru',
    Baidu: 'baidu.com',
    Ecosia: 'ecosia.org',
    Qwant: 'qwant.com',
    Startpage: 'startpage.com',
    Brave: 'search.brave.com',
    Kagi: 'kagi.com',
    Naver: 'search.naver.com naver.com',
    Daum: 'search.daum.net',
    Seznam: 'search.seznam.cz seznam.cz',
    Sogou: 'sogou.com',
    'So.com': 'so.com',
    Mojeek: 'mojeek.com',
    Swisscows: 'swisscows.com',
    Ask: 'ask.com',
    AOL: 'search.aol.com',
    Rambler: 'nova.rambler.ru rambler.ru',
    Metager: 'metager.org metager.de',
    Dogpile: 'dogpile.com',
    Presearch: 'presearch.com',
    Searx: 'searx.be searxng.site',
    Petal: 'petalsearch.com',
    Coccoc: 'coccoc.com',
    Lilo: 'search.lilo.org',
  },
  ai: {
    ChatGPT: 'chatgpt.com chat.openai.com',
    Perplexity: 'perplexity.ai',
    Claude: 'claude.ai',
    Gemini: 'gemini.google.com bard.google.com',
    Copilot: 'copilot.microsoft.com',
    DeepSeek: 'chat.deepseek.com',
    Grok: 'grok.com',
    'Meta AI': 'meta.ai',
    Mistral: 'chat.mistral.ai',
    Poe: 'poe.com',
    You: 'you.com',
    Phind: 'phind.com',
    'Duck.ai': 'duck.ai',
    Kimi: 'kimi.com kimi.moonshot.cn',
    Qwen: 'chat.qwen.ai',
    Doubao: 'doubao.com',
    Felo: 'felo.ai',
    Andi: 'andisearch.com',
    iAsk: 'iask.ai',
    NotebookLM: 'notebooklm.google.com',
  },
  social: {
    Facebook: 'facebook.com fb.me fb.com com.facebook.katana',
    Instagram: 'instagram.com com.instagram.android',
    X: 'x.com twitter.com t.co com.twitter.android',
    LinkedIn: 'linkedin.com lnkd.in com.linkedin.android',
    Reddit: 'reddit.com redd.it com.reddit.frontpage',
    Pinterest: 'pinterest.* pin.it com.pinterest',
    TikTok: 'tiktok.com com.zhiliaoapp.musically',
    Threads: 'threads.net threads.com',
    Bluesky: 'bsky.app go.bsky.app',
    Mastodon: 'mastodon.social mastodon.online mstdn.social mas.to fosstodon.org hachyderm.io infosec.exchange',
    'Hacker News': 'news.ycombinator.com',
    Lobsters: 'lobste.rs',
    Lemmy: 'lemmy.world lemmy.ml',
    VK: 'vk.com away.vk.com',
    Odnoklassniki: 'ok.ru',
    Weibo: 'weibo.com weibo.cn t.cn',
    WeChat: 'weixin.qq.com',
    Zhihu: 'zhihu.com',
    Telegram: 't.me telegram.org web.telegram.org org.telegram.messenger',
    WhatsApp: 'whatsapp.com wa.me com.whatsapp',
    Discord: 'discord.com discordapp.com',
    Slack: 'slack.com com.slack',
    'Microsoft Teams': 'teams.microsoft.com teams.live.com',
    Quora: 'quora.com',
    Snapchat: 'snapchat.com',
    Tumblr: 'tumblr.com',
    Xing: 'xing.com',
    Medium: 'medium.com',
    Substack: 'substack.com',
    'Product Hunt': 'producthunt.com',
    'Stack Overflow': 'stackoverflow.com stackexchange.com',
    'Dev.to': 'dev.to',
    Flipboard: 'flipboard.com',
    Line: 'line.me',
    Kakao: 'kakao.com',
    Linktree: 'linktr.ee',
  },
  video: {
    YouTube: 'youtube.com youtu.be com.google.android.youtube',
    Vimeo: 'vimeo.com',
    Twitch: 'twitch.tv',
    Dailymotion: 'dailymotion.com dai.ly',
    Rumble: 'rumble.com',
    Bilibili: 'bilibili.com b23.tv',
    Niconico: 'nicovideo.jp',
  },
  email: {
    Gmail: 'mail.google.com com.google.android.gm',
    Outlook: 'outlook.live.com outlook.office.com outlook.office365.com',
    'Yahoo Mail': 'mail.yahoo.com',
    'Proton Mail': 'mail.proton.me',
    GMX: 'gmx.net gmx.com',
    'Web.de': 'web.de',
    Fastmail: 'fastmail.com',
    'Zoho Mail': 'mail.zoho.com',
    'iCloud Mail': 'www.icloud.com',
    'Mail.ru': 'e.mail.ru',
    'T-Online': 'email.t-online.de',
  },
  shopping: {
    Amazon: 'amazon.*',
    eBay: 'ebay.*',
    Etsy: 'etsy.com',
    AliExpress: 'aliexpress.com',
    Walmart: 'walmart.com',
    Idealo: 'idealo.*',
    'Google Shopping': 'shopping.google.com',
  },
}

const byHost = new Map<string, KnownSource>()
const byBrand = new Map<string, KnownSource>()
const byName = new Map<string, KnownSource>()
for (const [kind, sources] of Object.entries(TABLE) as [SourceKind, Record<string, string>][]) {
  for (const [name, hosts] of Object.entries(sources)) {
    const source = { name, kind }
    byName.set(name.toLowerCase(), source)
    for (const host of hosts.split(' ')) {
      if (host.endsWith('.*')) byBrand.set(host.slice(0, -2), source)
      else byHost.set(host, source)
    }
  }
}

/** Common values of utm_source, and the source that each means. */
const ALIASES: Record<string, string> = {
  fb: 'facebook',
  ig: 'instagram',
  twitter: 'x',
  yt: 'youtube',
  adwords: 'google',
  'google.com': 'google',
  'chatgpt.com': 'chatgpt',
  openai: 'chatgpt',
  'perplexity.ai': 'perplexity',
  hackernews: 'hacker news',
  hn: 'hacker news',
  producthunt: 'product hunt',
}

/** The service of a host; undefined when it is unknown. */
export function findSourceByHost(host: string): KnownSource | undefined {
  const labels = host.split('.')
  for (let n = 0; n < labels.length; n++) {
    const found = byHost.get(labels.slice(n).join('.'))
    if (found) return found
    const suffix = labels.length - n - 1
    const isSuffix =
      suffix === 1 || (suffix === 2 && (labels[n + 1] ?? '').length <= 3 && (labels[n + 2] ?? '').length === 2)
    const brand = isSuffix ? byBrand.get(labels[n] ?? '') : undefined
    if (brand) return brand
  }
  return undefined
}

/** The service that a campaign names: `google`, `Facebook`, `chatgpt.com`. */
export function findSourceByName(text: string): KnownSource | undefined {
  const name = text.trim().toLowerCase()
  return byName.get(ALIASES[name] ?? name) ?? (name.includes('.') ? findSourceByHost(name) : undefined)
}
