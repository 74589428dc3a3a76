import { describe, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { decisions } from '../testing/decide.js'
import { ANA, openDesk } from '../testing/desk.js'
import { messageIds, textContent } from '../testing/message.js'
import type { MessageCommand } from './commands.js'
import { messageDecider } from './decide.js'
import type { MessageFact } from './state.js'

const { given } = decisions(messageDecider)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SENT_AT = '2026-03-02T10:00:00.000Z'
const timeAfter = (ms: number): string => new Date(Date.parse(SENT_AT) + ms).toISOString()

const chat = '5511@s.whatsapp.net'
const requested: MessageFact = {
  type: 'message.requested.v1',
  data: { ...messageIds, ...textContent, to: chat, userId: 5, source: 'user' },
  time: timeAfter(-9 * HOUR),
}
const sent: MessageFact = { type: 'message.sent.v1', data: messageIds, time: SENT_AT }
const ackedEvent = (ack: number, time: string): MessageFact => ({
  type: 'message.acknowledged.v1',
  data: { ...messageIds, ack },
  time,
})
const typedOnOurPhone: MessageFact = {
  type: 'message.received.v1',
  data: {
    ...{
      ...messageIds,
      ...textContent,
      fromMe: true,
      remoteJid: chat,
      participant: null,
      mediaPending: false,
    },
    ...{ sentAt: SENT_AT, imported: false, ack: 1 },
  },
  time: timeAfter(9 * HOUR),
}
const failed: MessageFact = {
  type: 'message.failed.v1',
  data: { ...messageIds, code: 'ERR_SENDING_WAPP_MSG' },
}

const edit: MessageCommand = { kind: 'request-edit', body: 'olá', userId: 5, shown: null }
const editRequested: MessageFact = {
  type: 'message.edit-requested.v1',
  data: { ...messageIds, body: 'olá', userId: 5 },
}
const revoke: MessageCommand = { kind: 'request-revoke', userId: 5 }
const revokeRequested: MessageFact = {
  type: 'message.revoke-requested.v1',
  data: { ...messageIds, userId: 5 },
}

describe('phones take no late change of a message, so it', () => {
  it('is edited in the first 15 minutes after it was sent, by whichever way', () => {
    for (const past of [[requested, sent], [requested, ackedEvent(3, SENT_AT)], [typedOnOurPhone]]) {
      given(past)
        .when(edit, timeAfter(15 * MINUTE))
        .then([editRequested])
      given(past)
        .when(edit, timeAfter(15 * MINUTE + 1))
        .thenError('ERR_WAPP_EDIT_TOO_LATE')
    }
  })

  it('is deleted in the first 60 hours after it was sent', () => {
    for (const past of [[requested, sent], [requested, ackedEvent(3, SENT_AT)], [typedOnOurPhone]]) {
      given(past)
        .when(revoke, timeAfter(60 * HOUR))
        .then([revokeRequested])
      given(past)
        .when(revoke, timeAfter(60 * HOUR + 1))
        .thenError('ERR_WAPP_DELETE_TOO_LATE')
    }
  })

  it('is changed at any time while it is still to be sent', () => {
    given([requested])
      .when(edit, timeAfter(90 * HOUR))
      .then([editRequested])
    given([requested])
      .when(revoke, timeAfter(90 * HOUR))
      .then([revokeRequested])
  })

  it('is no younger for having been read', () => {
    given([requested, sent, ackedEvent(4, timeAfter(10 * MINUTE))])
      .when(edit, timeAfter(16 * MINUTE))
      .thenError('ERR_WAPP_EDIT_TOO_LATE')
  })

  it('is not refused what is on its way already, and says first what else is in the way', () => {
    given([requested, sent, editRequested])
      .when(edit, timeAfter(16 * MINUTE))
      .thenNothingHappened()
    given([requested, sent, revokeRequested])
      .when(revoke, timeAfter(61 * HOUR))
      .thenNothingHappened()
    given([requested, sent, failed])
      .when(edit, timeAfter(61 * HOUR))
      .thenError('ERR_EDITING_WAPP_MSG')
    given([requested, sent, failed])
      .when(revoke, timeAfter(61 * HOUR))
      .thenError('ERR_DELETE_WAPP_MSG')
  })
})

it('a late request is refused by the time at which the gateway has sent the message', async () => {
  const desk = await openDesk()
  const { ticketId } = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
  const answer = await desk.call(ANA, 'POST', `/messages/${ticketId}`, { body: 'oi' })
  const messageId = answer.headers.get('x-message-id') ?? ''
  const { companyId, data } = (await desk.log('message.requested')).at(-1) ?? {}
  const change = async (at: string, method: 'POST' | 'DELETE', path: string, body?: object) => {
    desk.setTime(at)
    const { status, body: said } = await desk.call(ANA, method, path, body)
    return status === 200 ? 'done' : said.error
  }
  const edit = (at: string, body: string) => change(at, 'POST', `/messages/edit/${messageId}`, { body })
  const remove = (at: string) => change(at, 'DELETE', `/messages/${messageId}`)
  expect(await edit('2026-03-02T13:00:00.000Z', 'olá')).toBe('done')
  const { connectionId, waId } = data
  await desk.report({ kind: 'sent', companyId, connectionId, fromMe: true, waId, messageId })
  expect(await edit('2026-03-02T13:15:00.000Z', 'olá!')).toBe('done')
  expect(await edit('2026-03-02T13:16:00.000Z', 'olá?')).toBe('ERR_WAPP_EDIT_TOO_LATE')
  expect(await remove('2026-03-05T01:01:00.000Z')).toBe('ERR_WAPP_DELETE_TOO_LATE')
  expect(await remove('2026-03-05T01:00:00.000Z')).toBe('done')
  await desk.close()
})

describe('an edit of a text that a colleague has edited meanwhile', () => {
  it('is refused with the text as it is now', () => {
    given([requested, sent, editRequested])
      .when({ kind: 'request-edit', body: 'oiê', userId: 6, shown: 'oi' })
      .thenError('ERR_MESSAGE_CHANGED', { body: 'olá' })
  })
})
