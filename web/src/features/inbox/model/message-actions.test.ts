import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { expect, it } from '@jest/globals'
import { actionsOn, type ConversationRights, canRetry } from './message-actions.js'

const OWN_TICKET: ConversationRights = {
  ticketId: 1,
  answersBy: 1,
  isOpen: true,
  mayAct: true,
  isPeek: false,
}
const CLOSED: ConversationRights = {
  ticketId: 1,
  answersBy: null,
  isOpen: false,
  mayAct: true,
  isPeek: false,
}
const PEEK: ConversationRights = { ticketId: 1, answersBy: null, isOpen: false, mayAct: false, isPeek: true }

const MINUTE = 60_000
const SENT = '2026-03-02T10:00:00.000Z'

/** The actions offered `minutes` minutes after the message was sent. */
const offeredActions = (over: Partial<MessageRecord>, rights: ConversationRights, minutes = 1) =>
  actionsOn(
    {
      ...{ body: 'Oi', details: null, error: null, fromMe: false, isDeleted: false },
      ...{ mediaState: 'none', mediaType: 'conversation', sentAt: SENT, whatsappId: 1 },
      ...over,
    },
    rights,
    Date.parse(SENT) + minutes * MINUTE,
  )

it('every message is answered, forwarded and reacted to; only own ones are changed', () => {
  expect(offeredActions({}, OWN_TICKET)).toEqual(['reply', 'forward', 'copy', 'react'])
  expect(offeredActions({ fromMe: true }, OWN_TICKET)).toEqual([
    'reply',
    'forward',
    'copy',
    'react',
    'edit',
    'remove',
  ])
})

it('is edited and deleted only while the phones take it, and until it is sent at any time', () => {
  const ours = (minutes: number, sentAt: string | null = SENT) =>
    offeredActions({ fromMe: true, sentAt }, OWN_TICKET, minutes)
  expect(ours(15)).toEqual(expect.arrayContaining(['edit', 'remove']))
  expect(ours(16)).toEqual(['reply', 'forward', 'copy', 'react', 'remove'])
  expect(ours(60 * 60)).toContain('remove')
  expect(ours(60 * 60 + 1)).toEqual(['reply', 'forward', 'copy', 'react'])
  expect(ours(90 * 60, null)).toEqual(expect.arrayContaining(['edit', 'remove']))
})

it('messages of waiting or closed tickets can be forwarded and reacted to, but not answered', () => {
  expect(offeredActions({ fromMe: true }, CLOSED)).toEqual(['forward', 'copy', 'react'])
})

it('messages of a colleague’s ticket can be forwarded and copied, but nothing that its contact would see', () => {
  const theirs: ConversationRights = { ...CLOSED, mayAct: false }
  expect(offeredActions({ fromMe: true }, theirs)).toEqual(['forward', 'copy'])
})

it('a peek does nothing that the contact would see', () => {
  expect(offeredActions({ fromMe: true }, PEEK)).toEqual(['forward', 'copy'])
})

it('no answer quotes a message of another connection', () => {
  expect(offeredActions({ whatsappId: 2 }, OWN_TICKET)).not.toContain('reply')
  // An open ticket without a composer: a colleague's ticket, or a blocked contact.
  expect(offeredActions({}, { ...OWN_TICKET, answersBy: null })).not.toContain('reply')
})

it('unsent messages can be neither changed nor reacted to, and deleted ones allow nothing', () => {
  expect(offeredActions({ fromMe: true, error: 'ERR_SENDING_WAPP_MSG' }, OWN_TICKET)).toEqual([
    'reply',
    'forward',
    'copy',
  ])
  expect(offeredActions({ isDeleted: true }, OWN_TICKET)).toEqual([])
})

it('a failed message can be sent again, unless it is or will be deleted', () => {
  const failed = { error: 'ERR_SENDING_WAPP_MSG', isDeleted: false, pending: null, ticketId: 1 } as const
  expect(canRetry(failed, OWN_TICKET)).toBe(true)
  expect(canRetry(failed, CLOSED)).toBe(false)
  expect(canRetry({ ...failed, ticketId: 2 }, OWN_TICKET)).toBe(false)
  expect(canRetry({ ...failed, error: null }, OWN_TICKET)).toBe(false)
  expect(canRetry({ ...failed, isDeleted: true }, OWN_TICKET)).toBe(false)
  expect(canRetry({ ...failed, pending: 'revoke' }, OWN_TICKET)).toBe(false)
})

it('offers to forward only messages that arrive unchanged', () => {
  const place = { of: 'place', latitude: 1, longitude: 2, name: '', address: '', live: false } as const
  const poll = { of: 'poll' as const, question: '?', options: [], several: false }
  const forwarded: Partial<MessageRecord>[] = [
    { mediaType: 'image', mediaState: 'stored' },
    { mediaType: 'contactMessage' },
    { mediaType: 'locationMessage', details: place },
  ]
  const kept: Partial<MessageRecord>[] = [
    { mediaType: 'image', mediaState: 'pending' },
    { mediaType: 'image', mediaState: 'stored', details: { of: 'view-once' } },
    { mediaType: 'locationMessage' },
    { mediaType: 'call_log' },
    { mediaType: 'unreadable' },
    { details: poll },
  ]
  for (const one of forwarded) expect(offeredActions(one, OWN_TICKET)).toContain('forward')
  for (const one of kept) expect(offeredActions(one, OWN_TICKET)).not.toContain('forward')
})
