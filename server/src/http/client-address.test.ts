import { describe, expect, it } from 'vitest'
import { createAddressReader, networkOf, siteOf } from './client-address.ts'

describe("the client's address", () => {
  const direct = createAddressReader([])
  const proxied = createAddressReader(['10.0.0.0/8', 'fd00::/8', '127.0.0.1/32'])

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::1', '::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:0db8:0:0::0001', '2001:db8::1'],
    ['', ''],
  ])('is that of the socket, in canonical notation: %s', (peer, expected) => {
    expect(direct(peer, undefined)).toBe(expected)
    expect(proxied(peer, undefined)).toBe(expected)
  })

  it('is the address of the socket, whatever a header says, when no proxy is trusted', () => {
    expect(direct('192.0.2.1', '198.51.100.7')).toBe('192.0.2.1')
  })

  it.each([
    ['an untrusted peer sends the header', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['a trusted proxy sends the header', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['a trusted proxy sends the header over IPv6', '::ffff:10.0.0.1', '2001:db8::7', '2001:db8::7'],
    ['the client forged the first entry', '10.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
    ['the request went through two proxies', '10.0.0.1', '198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['the proxies wrote separate headers', '10.0.0.1', ['1.1.1.1', '198.51.100.7, 10.0.0.2'], '198.51.100.7'],
    ['the header lists only proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['the header is not an address', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['the last entry is not an address', '10.0.0.1', '198.51.100.7, nonsense', '10.0.0.1'],
    ['the header is empty', '10.0.0.1', '', '10.0.0.1'],
  ])('is read from X-Forwarded-For or the socket when %s', (_when, peer, forwarded, expected) => {
    expect(proxied(peer, forwarded)).toBe(expected)
  })
})

describe('the network that rate limits count by', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['::1', '::/64'],
    ['', ''],
    ['not an address', 'not an address'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each([
    ['192.0.2.1', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['not an address', null],
  ])('and the site of %s is %s', (address, site) => {
    expect(siteOf(address)).toBe(site)
  })
})
