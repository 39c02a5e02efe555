// The IANA special-purpose registries for IPv4 and IPv6, including "globally reachable" entries: no website is served from
// an AS112 or AMT anycast block. The list also has multicast, and metadata addresses outside the registered ranges.
export const specialPurposeIpv4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared address space (CGNAT); contains the metadata address 100.100.100.200
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // metadata and wire server of a public cloud
  '169.254.0.0/16', // link-local; contains the metadata address 169.254.169.254
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; contains the metadata address 192.0.0.192
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112-v4
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relay anycast, deprecated
  '192.168.0.0/16', // private
  '192.175.48.0/24', // direct delegation AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and limited broadcast
] as const

// Addresses outside 2000::/3 are not global unicast and are refused without a list: unspecified, loopback, NAT64,
// discard-only, SRv6 SIDs, unique local (with the metadata address fd00:ec2::254), link-local, site-local, multicast.
export const globalUnicastIpv6 = '2000::/3'

export const specialPurposeIpv6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarking, AMT, AS112, ORCHID, ORCHIDv2, drone remote ID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // direct delegation AS112
  '3fff::/20', // documentation
] as const

// IPv6 forms that embed an IPv4 address. Allowed ranges never apply to them: 10.0.0.0/8 means plain IPv4 addresses.
export const embeddingIpv6 = [
  '::/96', // IPv4-compatible; the caller handles ::1 and ::
  '::ffff:0:0/96', // IPv4-mapped
  '::ffff:0:0:0/96', // IPv4-translated
  '64:ff9b::/96', // NAT64
  '64:ff9b:1::/48', // NAT64, local use
  '2001::/32', // Teredo
  '2002::/16', // 6to4
] as const
