import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, without leading zeros. */
const groupsOf = (address: string): string[] => {
  // URL normalises every form: lower case, no leading zeros, no part with dots
  const { hostname } = new URL(`http://[${address}]`)
  const parts = hostname.slice(1, -1).split('::')
  const [before = [], after = []] = parts.map((part) => (part === '' ? [] : part.split(':')))
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

/**
 * The key of an address for rate limits, so that owners of many addresses have one limit. An IPv6 line has
 * all addresses with the same first 64 bits, and counts as one (`2001:db8:1:2::/64`). An IPv4 address written
 * as IPv6 counts as IPv4. Text that is no IP address is returned unchanged.
 */
export const networkOf = (address: string): string => {
  // a zone (`fe80::1%eth0`) names an interface of this machine
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const groups = groupsOf(bare)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.')
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
