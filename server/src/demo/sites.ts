import type { NewGoal } from '@sitewatch/contract'
import type { Weighted } from './random.ts'

/** The origin of a visit: a referrer, a campaign, or neither. */
export interface Arrival {
  host?: string
  path?: string
  utm_source?: string
  utm_medium?: string
  utm_campaign?: string
}

/** An event that may happen on a page, and how often in a hundred views. */
export interface PageAction {
  kind: 'event' | 'outbound' | 'download' | 'not_found'
  percent: number
  name?: string
  target?: string
  props?: readonly Readonly<Record<string, string>>[]
  /** Lowest and highest, in euros. */
  revenue?: readonly [number, number]
}

interface DemoPage {
  /** How many of a hundred visits start here. */
  entry: number
  /** Where visitors go from here, in percent; the rest leaves. */
  next: Weighted<string>
  actions?: readonly PageAction[]
}

export interface DemoSite {
  domain: string
  timezone: string
  favorite?: boolean
  /** Visitors on an ordinary weekday, and the share of that on a weekend. */
  weekday: number
  weekend: number
  pages: Readonly<Record<string, DemoPage>>
  arrivals: Weighted<Arrival>
  countries: Weighted<string>
  goals: readonly NewGoal[]
}

const GOOGLE = { host: 'google.com' }
const COFFEES = ['Harbour blend', 'Ethiopia Guji', 'Decaf Huila', 'Espresso No. 4'].map((product) => ({ product }))

const SHOP: DemoSite = {
  domain: 'harbour-coffee.example',
  timezone: 'Europe/Berlin',
  favorite: true,
  weekday: 1050,
  weekend: 0.72,
  pages: {
    '/': {
      entry: 44,
      next: [
        ['/coffee', 34],
        ['/coffee/harbour-blend', 12],
        ['/subscriptions', 9],
        ['/about', 5],
      ],
    },
    '/coffee': {
      entry: 12,
      next: [
        ['/coffee/harbour-blend', 24],
        ['/coffee/ethiopia-guji', 18],
        ['/coffee/decaf-huila', 8],
        ['/', 6],
      ],
    },
    '/coffee/harbour-blend': {
      entry: 16,
      next: [
        ['/cart', 16],
        ['/coffee', 18],
        ['/coffee/ethiopia-guji', 8],
      ],
      actions: [{ kind: 'event', percent: 17, name: 'Add to cart', props: COFFEES }],
    },
    '/coffee/ethiopia-guji': {
      entry: 9,
      next: [
        ['/cart', 14],
        ['/coffee', 20],
      ],
      actions: [{ kind: 'event', percent: 15, name: 'Add to cart', props: COFFEES }],
    },
    '/coffee/decaf-huila': { entry: 4, next: [['/cart', 11]] },
    '/subscriptions': { entry: 7, next: [['/cart', 10]] },
    '/cart': {
      entry: 1,
      next: [
        ['/checkout', 58],
        ['/coffee', 12],
      ],
    },
    '/checkout': { entry: 0, next: [['/thank-you', 66]] },
    '/thank-you': {
      entry: 0,
      next: [],
      actions: [{ kind: 'event', percent: 100, name: 'Purchase', props: COFFEES, revenue: [11, 86] }],
    },
    '/about': {
      entry: 5,
      next: [['/', 20]],
      actions: [{ kind: 'outbound', percent: 8, target: 'https://maps.example/harbour-coffee' }],
    },
    '/brewing-guide': {
      entry: 2,
      next: [['/coffee', 14]],
      actions: [{ kind: 'download', percent: 12, target: 'https://harbour-coffee.example/brewing-guide.pdf' }],
    },
  },
  arrivals: [
    [{}, 30],
    [GOOGLE, 33],
    [{ host: 'bing.com' }, 4],
    [{ host: 'duckduckgo.com' }, 4],
    [{ host: 'instagram.com' }, 9],
    [{ host: 'facebook.com' }, 4],
    [{ host: 'fieldnotes.example', path: '/water' }, 4],
    [{ utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'autumn-roast' }, 7],
    [{ utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'brand', host: 'google.com' }, 5],
  ],
  countries: [
    ['DE', 52],
    ['AT', 11],
    ['CH', 9],
    ['NL', 6],
    ['FR', 5],
    ['DK', 4],
    ['GB', 4],
    ['US', 3],
    ['PL', 2],
    ['IT', 2],
    ['SE', 1],
    ['', 1],
  ],
  goals: [
    { name: 'Purchase', kind: 'event', value: 'Purchase' },
    { name: 'Checkout', kind: 'page', value: '/checkout' },
    { name: 'Looked at a coffee', kind: 'page', value: '/coffee/*' },
  ],
}

/** The post that the news link goes to. */
export const NEWS_PAGE = '/water'

const BLOG: DemoSite = {
  domain: 'fieldnotes.example',
  timezone: 'Europe/London',
  weekday: 340,
  weekend: 0.85,
  pages: {
    '/': {
      entry: 28,
      next: [
        [NEWS_PAGE, 14],
        ['/grinders-compared', 12],
        ['/archive', 9],
      ],
    },
    [NEWS_PAGE]: {
      entry: 22,
      next: [
        ['/', 9],
        ['/grinders-compared', 7],
      ],
      actions: [
        { kind: 'event', percent: 4, name: 'Newsletter', props: [{ place: 'end of post' }, { place: 'sidebar' }] },
        { kind: 'outbound', percent: 5, target: 'https://harbour-coffee.example/' },
      ],
    },
    '/grinders-compared': {
      entry: 26,
      next: [['/', 10]],
      actions: [{ kind: 'event', percent: 3, name: 'Newsletter', props: [{ place: 'end of post' }] }],
    },
    '/a-year-of-cupping': { entry: 14, next: [['/', 8]] },
    '/archive': {
      entry: 4,
      next: [
        ['/a-year-of-cupping', 20],
        ['/grinders-compared', 15],
      ],
    },
    '/feed': { entry: 2, next: [] },
    '/old-post': { entry: 4, next: [['/', 30]], actions: [{ kind: 'not_found', percent: 100 }] },
  },
  arrivals: [
    [{}, 26],
    [GOOGLE, 38],
    [{ host: 'duckduckgo.com' }, 7],
    [{ host: 'reddit.com', path: '/r/coffee' }, 12],
    [{ host: 'mastodon.social' }, 6],
    [{ host: 'harbour-coffee.example', path: '/brewing-guide' }, 6],
    [{ utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'monthly' }, 5],
  ],
  countries: [
    ['US', 34],
    ['GB', 17],
    ['DE', 12],
    ['CA', 7],
    ['AU', 5],
    ['IN', 5],
    ['NL', 4],
    ['FR', 4],
    ['BR', 3],
    ['SE', 2],
    ['JP', 2],
    ['SG', 1],
    ['ZA', 1],
    ['NZ', 1],
    ['KE', 1],
    ['', 1],
  ],
  goals: [{ name: 'Newsletter', kind: 'event', value: 'Newsletter' }],
}

const DOCS: DemoSite = {
  domain: 'docs.harbour-coffee.example',
  timezone: 'Europe/Berlin',
  weekday: 150,
  weekend: 0.25,
  pages: {
    '/': {
      entry: 35,
      next: [
        ['/wholesale/quickstart', 40],
        ['/wholesale/orders', 12],
      ],
    },
    '/wholesale/quickstart': {
      entry: 34,
      next: [
        ['/wholesale/orders', 30],
        ['/wholesale/webhooks', 16],
      ],
      actions: [{ kind: 'download', percent: 9, target: 'https://docs.harbour-coffee.example/postman.json' }],
    },
    '/wholesale/orders': { entry: 18, next: [['/wholesale/webhooks', 18]] },
    '/wholesale/webhooks': { entry: 13, next: [['/', 9]] },
  },
  arrivals: [
    [{}, 42],
    [GOOGLE, 30],
    [{ host: 'harbour-coffee.example', path: '/about' }, 18],
    [{ host: 'github.com', path: '/harbour-coffee/wholesale' }, 10],
  ],
  countries: [
    ['DE', 58],
    ['AT', 12],
    ['CH', 10],
    ['NL', 8],
    ['PL', 6],
    ['IN', 6],
  ],
  goals: [{ name: 'Read the quickstart', kind: 'page', value: '/wholesale/quickstart' }],
}

export const DEMO_SITES: readonly DemoSite[] = [SHOP, BLOG, DOCS]
