import type { MonitorType } from '@sitewatch/contract'

export interface DemoMonitor {
  name: string
  domain: string
  type: MonitorType
  /** Path of an http check; port of a tcp or tls check. */
  path: string
  interval_seconds: number
  typical_ms: number
  keyword?: string
  /** When the certificate expires. */
  tls_days?: number
}

/** Each belongs to a website, so that the impact of an outage can be measured. */
export const DEMO_MONITORS: readonly DemoMonitor[] = [
  {
    name: 'Shop',
    domain: 'harbour-coffee.example',
    type: 'http',
    path: '/',
    interval_seconds: 60,
    typical_ms: 142,
    tls_days: 61,
  },
  {
    name: 'Checkout API',
    domain: 'harbour-coffee.example',
    type: 'http',
    path: '/api/health',
    interval_seconds: 60,
    typical_ms: 88,
    keyword: 'ok',
    tls_days: 61,
  },
  {
    name: 'Shop, ping',
    domain: 'harbour-coffee.example',
    type: 'ping',
    path: '',
    interval_seconds: 300,
    typical_ms: 14,
  },
  {
    name: 'Shop, mail server',
    domain: 'harbour-coffee.example',
    type: 'tcp',
    path: ':25',
    interval_seconds: 300,
    typical_ms: 31,
  },
  {
    name: 'Shop, mail records',
    domain: 'harbour-coffee.example',
    type: 'dns',
    path: '',
    interval_seconds: 300,
    typical_ms: 18,
  },
  {
    name: 'Shop, certificate',
    domain: 'harbour-coffee.example',
    type: 'tls',
    path: ':443',
    interval_seconds: 3600,
    typical_ms: 74,
    tls_days: 61,
  },
  {
    name: 'Shop, nightly backup',
    domain: 'harbour-coffee.example',
    type: 'heartbeat',
    path: '',
    interval_seconds: 86_400,
    typical_ms: 412_000,
  },
  {
    name: 'Field Notes',
    domain: 'fieldnotes.example',
    type: 'http',
    path: '/',
    interval_seconds: 120,
    typical_ms: 210,
    tls_days: 12,
  },
  {
    name: 'Field Notes, feed',
    domain: 'fieldnotes.example',
    type: 'http',
    path: '/feed',
    interval_seconds: 300,
    typical_ms: 96,
    tls_days: 12,
  },
  {
    name: 'Wholesale docs',
    domain: 'docs.harbour-coffee.example',
    type: 'http',
    path: '/',
    interval_seconds: 300,
    typical_ms: 61,
    tls_days: 71,
  },
]
