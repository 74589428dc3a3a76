import { describe, expect, it } from '@jest/globals'
import { isCallable, isPublic } from './public-address.js'

describe('an address from a user', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://8.8.8.8/x',
  ])('may be called: %s', (address) => expect(isCallable(address)).toBe(true))

  it.each([
    'http://fcm.googleapis.com/x',
    'https://localhost/x',
    'https://mongodb/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://fcm.googleapis.com:8443/x',
    'https://user:word@fcm.googleapis.com/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'no address',
    '',
  ])('is refused: %s', (address) => expect(isCallable(address)).toBe(false))

  it.each([
    ['8.8.8.8', true],
    ['172.15.0.1', true],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['2606:4700::1111', true],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::', false],
    ['::ffff:8.8.8.8', false],
    ['2002:7f00:1::', false],
    ['64:ff9b::7f00:1', false],
    ['not an ip', false],
  ])('%s is public: %s', (ip, expected) => expect(isPublic(ip)).toBe(expected))
})
