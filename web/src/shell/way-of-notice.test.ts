import { expect, it } from '@jest/globals'
import { wayOfNotice } from './way-of-notice.js'

it('a notification leads away from an open dialog only after a question', () => {
  expect(wayOfNotice('/tickets/a', { path: '/users', hasDialog: false })).toBe('go')
  expect(wayOfNotice('/tickets/a', { path: '/users', hasDialog: true })).toBe('ask')
})

it('a notification of the present page changes nothing there', () => {
  for (const hasDialog of [false, true])
    expect(wayOfNotice('/tickets/a', { path: '/tickets/a', hasDialog })).toBe('stay')
})
