import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that no public service has: loopback, private, link-local, carrier, documentation, multicast. */
const INTERNAL = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INTERNAL.addSubnet(net, prefix, 'ipv4')
// IPv6: only the public ranges, without tunnels to IPv4
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
const TUNNELS_V6 = new BlockList()
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  TUNNELS_V6.addSubnet(net, prefix, 'ipv6')

/** Whether an IP address is public. */
export const isPublic = (ip: string): boolean =>
  isIP(ip) === 4
    ? !INTERNAL.check(ip, 'ipv4')
    : isIP(ip) === 6 && PUBLIC_V6.check(ip, 'ipv6') && !TUNNELS_V6.check(ip, 'ipv6')

/**
 * Whether the server may call an address from a user: https on port 443, without credentials and internal IPs. The IP
 * of a host name is checked at its look-up: `createPublicLookup`.
 */
export const isCallable = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, port, username, password, hostname } = new URL(address)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? host.includes('.') : isPublic(host)
}

type LookupCallback = Parameters<LookupFunction>[2]

/** Gives the IPs found for a name, if each of them is allowed. */
const giveAllowed = (
  isAllowed: (ip: string) => boolean,
  host: string,
  found: readonly LookupAddress[],
  all: boolean,
  callback: LookupCallback,
): void => {
  const [first] = found
  if (first === undefined || !found.every(({ address }) => isAllowed(address)))
    return callback(new NotAllowed(`${host} does not lead to an address that may be called`), [])
  if (all) callback(null, [...found])
  else callback(null, first.address, first.family)
}

/**
 * A look-up for `https.request` by the system's resolver. Fails if any IP of the name is not allowed. The
 * given IP is the one that is called.
 */
export const lookupAmong =
  (isAllowed: (ip: string) => boolean): LookupFunction =>
  (host, options, callback) =>
    lookUp(host, { ...options, all: true }, (failure, found) => {
      if (failure !== null) return callback(failure, [])
      giveAllowed(isAllowed, host, found, options.all === true, callback)
    })

/** Each DNS server is asked at most twice; timeout in ms, doubled for the second query. */
const RESOLVER_OPTIONS = { timeout: 2000, tries: 2 }

/**
 * A DNS look-up of names that users choose; gives public addresses only. The resolver asks the DNS servers
 * directly. A look-up of the system would hold one of two threads until its answer, so a few silent servers
 * would stop all other connections. `servers`: DNS servers; those of the system by default.
 */
export const createPublicLookup =
  (servers?: readonly string[]): LookupFunction =>
  (host, options, callback) => {
    const resolver = new Resolver(RESOLVER_OPTIONS)
    if (servers !== undefined) resolver.setServers(servers)
    const look = async () => {
      const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      const found = ([4, 6] as const).flatMap((family) => {
        const asked = family === 4 ? four : six
        const isWanted = options.family === family || !options.family
        if (asked.status === 'rejected' || !isWanted) return []
        return asked.value.map((address) => ({ address, family }))
      })
      const failure = four.status === 'rejected' && six.status === 'rejected' ? four.reason : null
      if (failure !== null) callback(failure, [])
      else giveAllowed(isPublic, host, found, options.all === true, callback)
    }
    void look()
  }

/** A name that leads to an internal address. */
export class NotAllowed extends Error {}
