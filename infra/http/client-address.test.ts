import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { createClientAddress } from './client-address.js'

const requestFrom = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe('the address of a request that does not pass through Express', () => {
  it.each([
    ['of the other side', 'loopback', requestFrom('203.0.113.66'), '203.0.113.66'],
    ['as a proxy on this machine tells it', 'loopback', requestFrom('::1', '2001:db8::1'), '2001:db8::1'],
    ['without the claims of a stranger', 'loopback', requestFrom('203.0.113.66', '10.0.0.1'), '203.0.113.66'],
    [
      'behind two proxies',
      '10.0.0.0/8',
      requestFrom('10.0.0.2', '1.1.1.1, 203.0.113.66, 10.0.0.1'),
      '203.0.113.66',
    ],
    ['of a proxy that is not believed', 'uniquelocal', requestFrom('127.0.0.1', '203.0.113.66'), '127.0.0.1'],
    ['of whoever is gone already', 'loopback', requestFrom(undefined), ''],
  ])('%s', (_, trustProxy, asked, address) => {
    expect(createClientAddress(trustProxy)(asked)).toBe(address)
  })
})
