import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { MessageDetails } from '@guiche/contracts/events/message.js'
import { presentMessage } from '@guiche/contracts/views/present-message.js'
import { describe, expect, it } from '@jest/globals'
import { createLog } from '../testing/events.js'
import { given } from '../testing/given.js'
import { conversation } from './conversation.js'

const ids = { messageId: 'm', ticketId: 1, contactId: 2, connectionId: 3 }
const content = {
  waId: 'WA',
  kind: 'conversation' as const,
  body: 'hello',
  media: null,
  quotedId: 'q',
  forwarded: true,
}
const file = { blobId: 'b', mimetype: 'image/png', fileName: 'a.png', size: 3, seconds: null, voice: false }

const ourMessage = () => {
  const log = createLog()
  log.add('message.requested.v1', { ...ids, ...content, to: '55@s.whatsapp.net', userId: 9, source: 'user' })
  return log
}
const theirMessage = (change: Partial<EventNamed<'message.received.v1'>['data']> = {}) => {
  const log = createLog()
  log.add('message.received.v1', {
    ...ids,
    ...content,
    fromMe: false,
    remoteJid: '55@s.whatsapp.net',
    participant: 'p',
    mediaPending: false,
    sentAt: '2026-01-05T12:00:30.000Z',
    imported: false,
    ack: 0,
    ...change,
  })
  return log
}
const messageIn = (log: ReturnType<typeof createLog>) =>
  given(...log.events)
    .into(conversation)
    .doc('messages', 'm')

/** The sort key of a message that arrived in time. */
const placeAt = (event: Pick<StoredEvent, 'time' | 'position'> | undefined) =>
  `${event?.time}!${event?.position}`

describe('a message', () => {
  it('that was received is unread, with the phone’s time and its event’s position', () => {
    const log = theirMessage()
    expect(messageIn(log)).toMatchObject({
      id: 'm',
      ticketId: 1,
      contactId: 2,
      connectionId: 3,
      fromMe: false,
      read: false,
      createdAt: '2026-01-05T12:00:30.000Z',
      order: placeAt(log.events[0]),
      arrived: log.events[0]?.position,
      participant: 'p',
      quotedId: 'q',
      forwarded: true,
      mediaState: 'none',
    })
  })

  it('of imported history is read already', () => {
    expect(messageIn(theirMessage({ imported: true }))?.read).toBe(true)
  })

  it('keeps its other content besides text until deleted', () => {
    const poll: MessageDetails = { of: 'poll', question: 'When?', options: ['Mon'], several: false }
    const log = theirMessage({ details: poll })
    const shown = () => {
      const doc = messageIn(log)
      return doc && presentMessage(doc, { contact: null, quoted: null, queue: null }).details
    }
    expect(shown()).toEqual(poll)
    log.add('message.revoked.v1', { ...ids, by: 'contact', userId: null })
    expect(shown()).toBeNull()
    expect(messageIn(theirMessage())).not.toHaveProperty('details')
  })

  it('keeps its place in the conversation when it changes', () => {
    const log = ourMessage()
    const sent = log.add('message.sent.v1', ids)
    expect(messageIn(log)).toMatchObject({
      order: placeAt(log.events[0]),
      position: sent.position,
      updatedAt: sent.time,
    })
  })

  it('has acks that only increase', () => {
    const log = ourMessage()
    log.add('message.acknowledged.v1', { ...ids, ack: 4 })
    log.add('message.sent.v1', ids)
    log.add('message.acknowledged.v1', { ...ids, ack: 3 })
    expect(messageIn(log)?.ack).toBe(4)
  })

  it('has the time when WhatsApp accepted it; later acks keep that time', () => {
    const typed = theirMessage({ fromMe: true })
    expect(messageIn(typed)?.sentAt).toBe('2026-01-05T12:00:30.000Z')
    const log = ourMessage()
    expect(messageIn(log)?.sentAt).toBeNull()
    const sent = log.add('message.sent.v1', ids)
    log.add('message.acknowledged.v1', { ...ids, ack: 3 })
    expect(messageIn(log)?.sentAt).toBe(sent.time)
    const overtaken = ourMessage()
    const acked = overtaken.add('message.acknowledged.v1', { ...ids, ack: 3 })
    overtaken.add('message.sent.v1', ids)
    expect(messageIn(overtaken)?.sentAt).toBe(acked.time)
  })

  it('has the reason why sending failed, until the next try', () => {
    const log = ourMessage()
    log.add('message.failed.v1', { ...ids, code: 'ERR_SENDING_WAPP_MSG' })
    expect(messageIn(log)).toMatchObject({ error: 'ERR_SENDING_WAPP_MSG', ack: 0 })
    log.add('message.retried.v1', { ...ids, userId: 9 })
    expect(messageIn(log)?.error).toBeNull()
  })

  it('awaits its file, has the reason of a failure, and at last the file', () => {
    const log = theirMessage({ mediaPending: true })
    expect(messageIn(log)?.mediaState).toBe('pending')
    log.add('message.media-failed.v1', { ...ids, code: 'ERR_WAPP_DOWNLOAD_MEDIA' })
    expect(messageIn(log)).toMatchObject({ mediaState: 'failed', mediaError: 'ERR_WAPP_DOWNLOAD_MEDIA' })
    log.add('message.media-retried.v1', { ...ids, userId: 9 })
    expect(messageIn(log)).toMatchObject({ mediaState: 'pending', mediaError: null })
    log.add('message.media-stored.v1', { ...ids, media: file })
    expect(messageIn(log)).toMatchObject({ mediaState: 'stored', media: file })
  })

  it('that was undecryptable gets its content at the same place, and awaits its file', () => {
    const log = theirMessage({ kind: 'unreadable', body: '' })
    const voice = { ...file, blobId: '', voice: true }
    const change = { ...ids, ...content, kind: 'audio' as const, body: '', media: voice }
    const recovered = log.add('message.recovered.v1', { ...change, mediaPending: true })
    expect(messageIn(log)).toMatchObject({
      kind: 'audio',
      body: '',
      media: voice,
      mediaState: 'pending',
      quotedId: 'q',
      forwarded: true,
      read: false,
      edited: false,
      order: placeAt(log.events[0]),
      position: recovered.position,
    })
  })

  it('is edited once the edit is done, not when requested', () => {
    const log = ourMessage()
    log.add('message.edit-requested.v1', { ...ids, body: 'better', userId: 9 })
    expect(messageIn(log)).toMatchObject({ body: 'hello', pendingEdit: 'better', edited: false })
    log.add('message.edited.v1', { ...ids, body: 'better', by: 'us', userId: 9 })
    expect(messageIn(log)).toMatchObject({ body: 'better', pendingEdit: null, edited: true })
  })

  it('keeps its text after an undecryptable edit, until a readable one', () => {
    const log = ourMessage()
    log.add('message.edited.v1', { ...ids, body: 'hello', by: 'us', userId: null, unreadable: true })
    expect(messageIn(log)).toMatchObject({ body: 'hello', edited: true, editUnreadable: true })
    log.add('message.edited.v1', { ...ids, body: 'better', by: 'us', userId: null })
    expect(messageIn(log)).toMatchObject({ body: 'better', editUnreadable: false })
  })

  it('stays unchanged after a failed edit or deletion, and has the failure', () => {
    const log = ourMessage()
    log.add('message.edit-requested.v1', { ...ids, body: 'better', userId: 9 })
    log.add('message.edit-failed.v1', { ...ids, code: 'ERR_EDITING_WAPP_MSG' })
    expect(messageIn(log)).toMatchObject({
      body: 'hello',
      pendingEdit: null,
      actionError: 'ERR_EDITING_WAPP_MSG',
    })
    log.add('message.revoke-requested.v1', { ...ids, userId: 9 })
    expect(messageIn(log)).toMatchObject({ pendingRevoke: true, actionError: null, deleted: false })
    log.add('message.revoke-failed.v1', { ...ids, code: 'ERR_DELETE_WAPP_MSG' })
    expect(messageIn(log)).toMatchObject({
      pendingRevoke: false,
      actionError: 'ERR_DELETE_WAPP_MSG',
      deleted: false,
    })
  })

  it('is deleted when it was revoked', () => {
    const log = ourMessage()
    log.add('message.revoke-requested.v1', { ...ids, userId: 9 })
    log.add('message.revoked.v1', { ...ids, by: 'us', userId: 9 })
    expect(messageIn(log)).toMatchObject({ deleted: true, pendingRevoke: false })
  })

  it('has one reaction of each side: the newest, or none after removal', () => {
    const log = theirMessage()
    log.add('message.reacted.v1', { ...ids, emoji: '👍', by: 'us', userId: 9 })
    log.add('message.reacted.v1', { ...ids, emoji: '🎉', by: 'contact', userId: null })
    log.add('message.reacted.v1', { ...ids, emoji: '❤️', by: 'us', userId: 10 })
    expect(messageIn(log)?.reactions).toEqual([
      { emoji: '🎉', by: 'contact', userId: null },
      { emoji: '❤️', by: 'us', userId: 10 },
    ])
    log.add('message.reacted.v1', { ...ids, emoji: '', by: 'contact', userId: null })
    expect(messageIn(log)?.reactions).toEqual([{ emoji: '❤️', by: 'us', userId: 10 }])
  })

  it('has one reaction of each member of a group, who are named until they are erased', () => {
    const log = theirMessage({ participant: '777@lid' })
    const [ana, rui] = [
      { pn: '5511', lid: '777', name: 'Ana' },
      { pn: null, lid: '888', name: null },
    ]
    const react = (emoji: string, id: string) =>
      log.add('message.reacted.v1', {
        ...{ ...ids, emoji, by: 'contact', userId: null },
        reactor: { id, pn: null, lid: id },
      })
    const shown = () => {
      const doc = messageIn(log)
      return doc && presentMessage(doc, { contact: null, quoted: null, queue: null }).reactions
    }
    // An older event, without the person who reacted.
    log.add('message.reacted.v1', { ...ids, emoji: '🎉', by: 'contact', userId: null })
    const named = log.add('reactor.named.v1', { ...ids, reactorId: 'a', author: ana })
    react('👍', 'a')
    log.add('reactor.named.v1', { ...ids, reactorId: 'r', author: rui })
    react('👍', 'r')
    const side = { type: '🎉', fromMe: false, userId: null, author: null }
    const of = (type: string, name: string, number: string) => ({ ...side, type, author: { name, number } })
    expect(shown()).toEqual([side, of('👍', 'Ana', '5511'), of('👍', '', '')])
    react('❤️', 'a')
    log.add('reactor.named.v1', { ...ids, reactorId: 'a', author: { ...ana, name: 'Ana Reis' } })
    react('😮', 'a')
    react('', 'r')
    expect(shown()).toEqual([side, of('😮', 'Ana Reis', '5511')])
    const view = () => given(...log.events).into(conversation)
    expect(view().doc('reactors', 'a')).toMatchObject({
      ...{ pn: '5511', lid: '777', messageId: 'm', contactId: 2 },
      position: named.position,
    })
    const erased = log.add('reactor.erased.v1', { ...ids, reactorId: 'a' })
    expect(shown()).toEqual([side, of('😮', '', '')])
    expect(view().doc('reactors', 'a')).toBeNull()
    expect(JSON.stringify(messageIn(log))).not.toContain('5511')
    expect(messageIn(log)?.position).toBe(erased.position)
    react('👍', 'a')
    expect(shown()).toEqual([side, of('👍', '', '')])
  })

  it('is read once its own ticket was read', () => {
    const log = theirMessage()
    log.add('ticket.read.v1', { ticketId: 8, contactId: 2, connectionId: 3, messageIds: ['m'] })
    expect(messageIn(log)?.read).toBe(false)
    log.add('ticket.read.v1', { ticketId: 1, contactId: 2, connectionId: 3, messageIds: ['m', 'other'] })
    expect(messageIn(log)?.read).toBe(true)
  })

  it('inside a group names its author, and is found by the author', () => {
    const author = { pn: '5511', lid: '777', name: 'Ana' }
    const view = (log: ReturnType<typeof createLog>) => given(...log.events).into(conversation)
    const log = theirMessage({ participant: '777@lid', author })
    expect(messageIn(log)).toMatchObject({ author })
    expect(view(log).docs('authors')).toEqual([
      { id: 'm', companyId: 1, pn: '5511', lid: '777', position: log.events[0]?.position },
    ])
    log.add('message.erased.v1', ids)
    expect(view(log).docs('authors')).toEqual([])
    // Older events have only the address.
    for (const [participant, known] of [
      ['777@lid', { pn: null, lid: '777' }],
      ['5511@s.whatsapp.net', { pn: '5511', lid: null }],
    ] as const) {
      expect(messageIn(theirMessage({ participant }))).toMatchObject({ author: { ...known, name: null } })
    }
    expect(messageIn(theirMessage({ participant: '777@lid', fromMe: true }))).not.toHaveProperty('author')
    expect(view(theirMessage({ participant: null })).docs('authors')).toEqual([])
  })

  it('is gone once it was erased', () => {
    const log = theirMessage()
    log.add('message.erased.v1', ids)
    expect(messageIn(log)).toBeNull()
  })
})
