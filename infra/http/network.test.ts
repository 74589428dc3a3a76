import { describe, expect, it } from '@jest/globals'
import { networkOf } from './network.js'

describe('the network under which requests of an address are counted', () => {
  it.each([
    ['an IPv4 address', '203.0.113.66', '203.0.113.66'],
    ['the short form', '2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['the long form', '2001:0DB8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
    ['another address of the same line', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['the next line', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['zeros left out before the 64th bit', '2001:db8::5:6:7:8', '2001:db8:0:0::/64'],
    ['zeros left out on both sides of it', '2001:db8::1', '2001:db8:0:0::/64'],
    ['zeros left out at the end', '2001:db8:1:2:3::', '2001:db8:1:2::/64'],
    ['loopback', '::1', '0:0:0:0::/64'],
    ['the address of nobody', '::', '0:0:0:0::/64'],
    ['a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['a mapped IPv4 address', '::ffff:203.0.113.66', '203.0.113.66'],
    ['a mapped one in hexadecimal', '::FFFF:cb00:7142', '203.0.113.66'],
    ['a mapped one in full', '0:0:0:0:0:ffff:cb00:7142', '203.0.113.66'],
    ['a mapped one with a zone', '::ffff:203.0.113.66%eth0', '203.0.113.66'],
    ['what only looks mapped', '1::ffff:cb00:7142', '1:0:0:0::/64'],
    ['no address', 'unknown', 'unknown'],
    ['nothing', '', ''],
  ])('%s', (_, address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
