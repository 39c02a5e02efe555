import { parseAddress } from './address.ts'

export interface HostPort {
  readonly host: string
  readonly port: number
}

/** Parses `host:port` or `[v6]:port`, otherwise null. */
export function parseHostPort(text: string): HostPort | null {
  const match = /^(?:\[([^\]]+)\]|([^:\s[\]]+)):(\d{1,5})$/.exec(text.trim())
  if (!match) return null
  const [, ipv6, name] = match
  const port = Number(match[3])
  const host = ipv6 ?? name ?? ''
  if (port < 1 || port > 65_535 || (ipv6 !== undefined && parseAddress(ipv6)?.family !== 6)) return null
  return { host, port }
}

export const formatHostPort = ({ host, port }: HostPort): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
