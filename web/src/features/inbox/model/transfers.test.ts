import { expect, it } from '@jest/globals'
import { newTransfers } from './transfers.js'

const moved = { how: 'transferred', id: 2, name: 'Bia', given: true, position: '06' } as const
const last = { kind: 'contact', id: null, name: '' } as const
const ticket = { status: 'open', userId: 1, moved, lastMessageBy: last } as const

it.each([
  ['one that a colleague passed on', ticket, true],
  ['one that a rule passed on', { ...ticket, moved: { ...moved, id: null, name: '' } }, true],
  ['not one that was seen', { ...ticket, moved: { ...moved, position: '05' } }, false],
  [
    'not one that the user has answered',
    { ...ticket, lastMessageBy: { ...last, kind: 'user', id: 1 } },
    false,
  ],
  ['one that a colleague has answered', { ...ticket, lastMessageBy: { ...last, kind: 'user', id: 2 } }, true],
  ['not one that the user took', { ...ticket, moved: { ...moved, id: 1 } }, false],
  ['not one that changed its queue alone', { ...ticket, moved: { ...moved, given: false } }, false],
  ['not one that the user accepted', { ...ticket, moved: { ...moved, how: 'accepted' } }, false],
  ['not a colleague’s', { ...ticket, userId: 2 }, false],
  ['not one that waits', { ...ticket, status: 'pending', userId: null }, false],
  ['not one that never moved', { ...ticket, moved: null }, false],
] as const)('the bell has %s', (_case, one, isNew) => {
  expect(newTransfers([one], 1, ['05'])).toEqual(isNew ? [one] : [])
})
