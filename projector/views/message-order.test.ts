import type { EventNamed } from '@guiche/contracts/events/index.js'
import { describe, expect, it } from '@jest/globals'
import { createLog } from '../testing/events.js'
import { given } from '../testing/given.js'
import { conversation } from './conversation.js'

const content = {
  ...{ ticketId: 1, contactId: 2, connectionId: 3, waId: 'WA', kind: 'conversation' as const, body: '' },
  ...{ media: null, quotedId: null, forwarded: false },
}

/** A conversation, event by event; `at` is the time of our clock. */
const createTalk = () => {
  const log = createLog()
  const at = (time: string) => ({ time: `2026-01-05T${time}Z` })
  return {
    theirs: (
      messageId: string,
      sent: string,
      came: string,
      change: Partial<EventNamed<'message.received.v1'>['data']> = {},
    ) =>
      log.add(
        'message.received.v1',
        {
          ...{ ...content, messageId, fromMe: false, remoteJid: '55@s.whatsapp.net', participant: null },
          ...{ mediaPending: false, sentAt: at(sent).time, imported: false, ack: 0, ...change },
        },
        at(came),
      ),
    ours: (messageId: string, time: string) =>
      log.add(
        'message.requested.v1',
        { ...content, messageId, to: '55@s.whatsapp.net', userId: 9, source: 'user' },
        at(time),
      ),
    docs: () =>
      given(...log.events)
        .into(conversation)
        .docs('messages'),
  }
}
const inOrder = (docs: readonly { readonly id: string; readonly order: string }[]): string =>
  docs
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ id }) => id)
    .join(' ')
const late = { late: true } as const

describe('the order of a conversation', () => {
  it('follows WhatsApp’s times after a broken line: late messages stand above our answer, marked', () => {
    const { theirs, ours, docs } = createTalk()
    ours('before', '19:21:50.000')
    ours('answer', '19:22:06.000')
    theirs('b', '19:22:03.000', '19:22:09.000', late)
    theirs('a', '19:22:01.000', '19:22:09.001', late)
    theirs('c', '19:22:04.000', '19:22:09.002', late)
    ours('after', '19:22:10.000')
    theirs('d', '19:22:10.000', '19:22:10.700')
    expect(inOrder(docs())).toBe('before a b c answer after d')
    expect(docs().flatMap(({ id, lateAt }) => (lateAt === undefined ? [] : [id]))).toEqual(['b', 'a', 'c'])
  })

  it('is the order of arrival while the line is up', () => {
    const { theirs, ours, docs } = createTalk()
    ours('question', '12:00:00.900')
    // WhatsApp's time has whole seconds, and its clock may be behind ours.
    theirs('answer', '12:00:00.000', '12:00:01.200')
    // Another instance whose clock is behind.
    ours('thanks', '12:00:00.950')
    expect(inOrder(docs())).toBe('question answer thanks')
  })

  it('treats a message that took long to arrive as late', () => {
    const { theirs, ours, docs } = createTalk()
    ours('answer', '12:01:00.000')
    theirs('slow', '12:00:00.000', '12:02:00.000')
    expect(inOrder(docs())).toBe('slow answer')
    expect(docs().find(({ id }) => id === 'slow')).toMatchObject({ lateAt: '2026-01-05T12:02:00.000Z' })
  })

  it('does not mark a message kept for a moment, as during linking, if it is the last one', () => {
    const { theirs, ours, docs } = createTalk()
    ours('before', '12:00:00.000')
    theirs('second', '12:00:03.000', '12:00:05.000', late)
    theirs('first', '12:00:02.000', '12:00:05.001', late)
    theirs('last', '12:00:04.000', '12:00:14.000', late)
    expect(inOrder(docs())).toBe('before first second last')
    expect(docs().filter(({ lateAt }) => lateAt !== undefined)).toEqual([])
  })

  it('marks a message that WhatsApp kept for longer, even if it is the last one', () => {
    const { theirs, docs } = createTalk()
    theirs('kept', '12:00:00.000', '12:00:10.001', late)
    expect(docs()).toEqual([expect.objectContaining({ lateAt: '2026-01-05T12:00:10.001Z' })])
  })

  it('keeps messages late by more than a day in order of arrival, marked', () => {
    const { theirs, ours, docs } = createTalk()
    ours('answer', '12:01:00.000')
    theirs('old', '12:00:00.000', '12:02:00.000', { ...late, sentAt: '2026-01-04T11:00:00.000Z' })
    expect(inOrder(docs())).toBe('answer old')
    expect(docs().find(({ id }) => id === 'old')).toHaveProperty('lateAt')
  })

  it('never places a message after its arrival', () => {
    const { theirs, ours, docs } = createTalk()
    theirs('ahead', '13:00:00.000', '12:00:00.000', late)
    ours('answer', '12:00:01.000')
    expect(inOrder(docs())).toBe('ahead answer')
  })

  it('has imported messages first', () => {
    const { theirs, ours, docs } = createTalk()
    ours('live', '12:00:00.000')
    theirs('old', '12:00:01.000', '12:00:02.000', { imported: true })
    expect(inOrder(docs())).toBe('old live')
    expect(docs().find(({ id }) => id === 'old')?.arrived).toBe('')
  })
})
