// URLs of forbidden addresses, in every spelling that a URL parser, a resolver or a kernel is known to accept. Each is refused
// before a socket opens, wherever a user can enter a URL: monitor, webhook, test, redirect.

import { sized } from '../../support/size.ts'

const ipv4Targets = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
] as const

const plainIpv4 = [
  ...ipv4Targets,
  '0.255.255.255',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '172.31.255.254',
  '192.0.0.192',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.254',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
] as const

const plainIpv6 = [
  '::',
  '::1',
  '::2',
  '64:ff9b:1::1',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:1::1',
  '2001:2::1',
  '2001:3::1',
  '2001:4:112::1',
  '2001:10::1',
  '2001:20::1',
  '2001:30::1',
  '2001:db8::1',
  '2620:4f:8000::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd12:3456:789a::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
] as const

function octets(address: string): [number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return [a, b, c, d]
}

function hex(value: number, digits = 1): string {
  return value.toString(16).padStart(digits, '0')
}

function mapDigits(text: string, zero: number): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}

function circleDigits(text: string): string {
  return text.replace(/\d/g, (digit) => (digit === '0' ? '⓪' : String.fromCodePoint(0x2460 + Number(digit) - 1)))
}

function spellIpv4(address: string): string[] {
  const [a, b, c, d] = octets(address)
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  return [
    String(number),
    `0x${hex(number)}`,
    `0X${hex(number).toUpperCase()}`,
    `0x00000000${hex(number)}`,
    `0${number.toString(8)}`,
    `0000${number.toString(8)}`,
    `0x${hex(a)}.0x${hex(b)}.0x${hex(c)}.0x${hex(d)}`,
    `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
    `000${a.toString(8)}.${b}.${c}.${d}`,
    `0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.0x${hex((b * 256 + c) * 256 + d)}`,
    `${address}.`,
    `${number}.`,
    mapDigits(address, 0xff10),
    mapDigits(address, 0x1d7ce),
    circleDigits(address),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    address.replace(/\d/g, (digit) => `%3${digit}`),
    address.replaceAll('.', '%2e'),
    `${address.slice(0, 1)}\u00ad${address.slice(1)}`,
  ]
}

function embedIpv4(address: string): string[] {
  const [a, b, c, d] = octets(address)
  const pair = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
  const inverted = `${hex(0xffff - (a * 256 + b))}:${hex(0xffff - (c * 256 + d))}`
  return [
    `::ffff:${address}`,
    `::ffff:${pair}`,
    `0:0:0:0:0:ffff:${pair}`,
    `0000:0000:0000:0000:0000:FFFF:${pair.toUpperCase()}`,
    `::${address}`,
    `::${pair}`,
    `::ffff:0:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b::${pair}`,
    `64:ff9b:1::${address}`,
    `2002:${pair}::`,
    `2002:${pair}::1`,
    `2001:0:${pair}::1`,
    `2001:0:808:808:0:0:${inverted}`,
  ]
}

function dressUrl(host: string): string[] {
  return [
    `https://${host}/`,
    `http://${host}:80/`,
    `http://${host}:8080/`,
    `http://user:secret@${host}/`,
    `http://8.8.8.8@${host}/`,
    `http://8.8.8.8%2f@${host}/`,
    `http://${host}#@8.8.8.8/`,
    `http://${host}?@8.8.8.8/`,
    `http://${host}\\@8.8.8.8/`,
    `http:${host}/`,
    `http:/\\${host}/`,
    `HTTP://${host}/`,
    ` \thttp://${host}/\n`,
  ]
}

const localhostNames = ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ｌocalhost', 'loc%61lhost']

export const forbiddenUrls: readonly string[] = [
  ...new Set([
    ...plainIpv4.map((address) => `http://${address}/`),
    ...ipv4Targets.flatMap(spellIpv4).map((host) => `http://${host}/`),
    ...ipv4Targets.flatMap(embedIpv4).map((host) => `http://[${host}]/`),
    ...plainIpv6.map((address) => `http://[${address}]/`),
    ...['127.0.0.1', '169.254.169.254', '10.1.2.3'].flatMap(dressUrl),
    ...dressUrl('[::1]'),
    ...localhostNames.map((name) => `http://${name}/`),
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[0000:0000:0000:0000:0000:0000:0000:0001]/',
    'http://[::0001]/',
    'http://[FD00:EC2::254]/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0/',
    'http://00/',
    'http://0x/',
    'http://127.1/',
    'http://127.0.1/',
    'http://017700000001/',
  ]),
]

/** As Location of a redirect. `http:127.0.0.1/` is left out: after an http page it is a path, not a host. */
export const forbiddenLocations: readonly string[] = forbiddenUrls
  .map((url) => url.trim())
  .filter((url) => !/^http:[^/\\]/.test(url))

/** Every spelling behind one and behind five redirects; behind the others the small size has a tenth. As indexes of `forbiddenLocations`. */
export const locationsBehind = (hops: number): number[] =>
  forbiddenLocations.map((_, i) => i).filter((i) => hops === 1 || hops === 5 || i % sized(10, 1) === 0)

/** Every spelling, or a fifth of them, for requests whose target is vetted like that of a new monitor, which meets all. */
export const someForbiddenUrls: readonly string[] = forbiddenUrls.filter((_, i) => i % sized(5, 1) === 0)

/** The same addresses in plain notation, one each: those that a canary has to listen on. */
export const forbiddenAddresses: readonly string[] = [
  ...new Set([
    ...plainIpv4,
    ...plainIpv6,
    ...ipv4Targets.flatMap(embedIpv4).map((address) => new URL(`http://[${address}]/`).hostname.slice(1, -1)),
  ]),
]
