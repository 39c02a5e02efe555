import type { MonitorType } from '@sitewatch/contract'
import { expect, it } from 'vitest'
import { findRegistrableDomain } from './registrable-domain.ts'

it.each<[MonitorType, string, string | null]>([
  ['http', 'https://www.shop.example.com:8443/a?b=c', 'example.com'],
  ['http', 'https://a.b.example.co.uk/', 'example.co.uk'],
  ['http', 'https://xn--bcher-kva.example.org/', 'example.org'],
  ['ping', 'router.example.net', 'example.net'],
  ['tcp', 'mail.example.com:587', 'example.com'],
  ['tls', 'example.com', 'example.com'],
  ['dns', '_dmarc.example.com', 'example.com'],
  ['http', 'http://192.0.2.7/', null],
  ['tcp', '[2001:db8::1]:443', null],
  ['http', 'http://localhost:3000/', null],
  ['ping', 'nas.local', null],
  ['http', 'https://shop.github.io/', null],
  ['dns', 'com', null],
])('registrable domain of %s %s is %s', (type, url, domain) => expect(findRegistrableDomain(type, url)).toBe(domain))
