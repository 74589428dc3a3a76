import { expect, it } from '@jest/globals'
import { createDevices } from './devices.js'

const devices = createDevices(Buffer.alloc(32, 1))
const ACCOUNT = 'ana@guiche.test'

it('a browser is known to the account that signed in there, and stays the same', () => {
  const cookie = devices.cookieFor(ACCOUNT, undefined)
  expect(devices.idOf(cookie, ACCOUNT)).toBe(cookie.split('.')[0])
  expect(devices.cookieFor(ACCOUNT, cookie)).toBe(cookie)
  expect(devices.cookieFor(ACCOUNT, undefined)).not.toBe(cookie)
})

it.each([
  ['none', () => undefined],
  ['one of another account', () => devices.cookieFor('bia@guiche.test', undefined)],
  ['one with a signature that is made up', () => `${crypto.randomUUID()}.${'A'.repeat(43)}`],
  ['one of another installation', () => createDevices(Buffer.alloc(32, 2)).cookieFor(ACCOUNT, undefined)],
  ['one that goes on', () => `${devices.cookieFor(ACCOUNT, undefined)}.more`],
  ['no cookie of ours', () => 'constructor'],
])('a browser is not known by %s', (_, cookie) => {
  expect(devices.idOf(cookie(), ACCOUNT)).toBeNull()
})
