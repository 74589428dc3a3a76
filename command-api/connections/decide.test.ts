import type { ConnectionsEvent } from '@guiche/contracts/events/connections.js'
import { NO_CONNECTION_SETTINGS } from '@guiche/contracts/settings/connection-settings.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { connectionsDecider } from './decide.js'

const texts = { ...NO_CONNECTION_SETTINGS, media: null }
const createdEvent = (
  connectionId: number,
  name: string,
  isDefault = false,
  more: object = {},
): ConnectionsEvent => ({
  type: 'connection.created.v1',
  data: { connectionId, name, channel: 'whatsapp', isDefault, queueIds: [], ...texts, ...more },
})
const changedEvent = (connectionId: number, name: string, more: object = {}): ConnectionsEvent => ({
  type: 'connection.changed.v1',
  data: { connectionId, name, queueIds: [], ...texts, ...more },
})
const defaultedEvent = (connectionId: number, previousId: number | null): ConnectionsEvent => ({
  type: 'connection.default-changed.v1',
  data: { connectionId, previousId },
})
const deletedEvent = (connectionId: number): ConnectionsEvent => ({
  type: 'connection.deleted.v1',
  data: { connectionId },
})
const createCommand = (connectionId: number, name: string, more: object = {}) => ({
  ...({ kind: 'create', connectionId, channel: 'whatsapp', fields: { name } } as const),
  ...{ isDefault: false, limit: null, simulator: false },
  ...more,
})
const tokenMade = (
  connectionId: number,
  tokenId: string,
  formerId: string | null = null,
): ConnectionsEvent => ({
  type: 'connection.token-made.v1',
  data: { connectionId, tokenId, formerId },
})
const changeCommand = (
  connectionId: number,
  fields: { name: string; [more: string]: unknown },
  isDefault?: boolean,
) => ({ kind: 'change', connectionId, fields, isDefault }) as const

const first = createdEvent(1, 'Shop', true)
const second = createdEvent(2, 'Office')

describe('connections of a company', () => {
  const { given } = decisions(connectionsDecider)

  it('start with a default one, requested or not', () =>
    given().when(createCommand(1, ' Shop ')).then([first]))
  it('have one default', () => {
    given([first]).when(createCommand(2, 'Office')).then([second])
    given([first])
      .when(createCommand(2, 'Office', { isDefault: true }))
      .then([second, defaultedEvent(2, 1)])
  })
  it('keep a file until it is taken away', () => {
    const media = { blobId: 'a', fileName: 'menu.pdf', mimetype: 'application/pdf', size: 5 }
    const attach = (file: typeof media | null, connectionId = 1) =>
      ({ kind: 'attach', connectionId, media: file }) as const
    const kept = changedEvent(1, 'Shop', { media })
    given([first]).when(attach(media)).then([kept])
    given([first, kept]).when(attach(media)).thenNothingHappened()
    given([first, kept])
      .when(attach(null))
      .then([changedEvent(1, 'Shop', { media: null })])
    given([first]).when(attach(null)).thenNothingHappened()
    given([first]).when(attach(media, 9)).thenError('ERR_NO_WAPP_FOUND')
  })
  it('have at most one token, which a new one replaces and a deletion ends', () => {
    const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
    const set = (tokenId: string | null) => ({ kind: 'set-token', connectionId: 1, tokenId }) as const
    given().when(set(one)).thenError('ERR_NO_WAPP_FOUND')
    given([first])
      .when(set(one))
      .then([tokenMade(1, one)])
    given([first, tokenMade(1, one)])
      .when(set(two))
      .then([tokenMade(1, two, one)])
    given([first]).when(set(null)).thenNothingHappened()
    const revoked: ConnectionsEvent = {
      type: 'connection.token-revoked.v1',
      data: { connectionId: 1, tokenId: one },
    }
    given([first, tokenMade(1, one)])
      .when(set(null))
      .then([revoked])
    given([first, tokenMade(1, one), revoked])
      .when(set(null))
      .thenNothingHappened()
    given([first, tokenMade(1, one)])
      .when({ kind: 'delete', connectionId: 1 })
      .then([{ type: 'connection.deleted.v1', data: { connectionId: 1, tokenId: one } }])
  })
  it('are created once under an id', () =>
    given([first]).when(createCommand(1, 'Shop')).thenNothingHappened())
  it('have unique names, in any case', () => {
    given([first]).when(createCommand(2, 'SHOP')).thenError('ERR_CONNECTION_NAME_ALREADY_EXISTS')
    given([first, second])
      .when(changeCommand(2, { name: 'shop' }))
      .thenError('ERR_CONNECTION_NAME_ALREADY_EXISTS')
    given([first, second])
      .when(changeCommand(2, { name: 'OFFICE' }))
      .then([changedEvent(2, 'OFFICE')])
  })
  it('count against the limit', () => {
    given([first])
      .when(createCommand(2, 'Office', { limit: 1 }))
      .thenError('ERR_CONNECTION_LIMIT', { limit: 1 })
    given([first, deletedEvent(1)])
      .when(createCommand(2, 'Office', { limit: 1 }))
      .then([createdEvent(2, 'Office', true)])
  })
  it('need a greeting if there is a choice of queues', () => {
    const two = { name: 'Shop', queueIds: [5, 6] }
    given()
      .when(createCommand(1, 'Shop', { fields: two }))
      .thenError('ERR_WAPP_GREETING_REQUIRED')
    given([first]).when(changeCommand(1, two)).thenError('ERR_WAPP_GREETING_REQUIRED')
    given([first])
      .when(changeCommand(1, { ...two, greetingMessage: '  ' }))
      .thenError('ERR_WAPP_GREETING_REQUIRED')
    given([first])
      .when(changeCommand(1, { ...two, greetingMessage: 'Hi' }))
      .then([changedEvent(1, 'Shop', { queueIds: [5, 6], greetingMessage: 'Hi' })])
    given([first])
      .when(changeCommand(1, { name: 'Shop', queueIds: [5] }))
      .then([changedEvent(1, 'Shop', { queueIds: [5] })])
  })
  it('keep fields that a change does not name', () =>
    given([createdEvent(1, 'Shop', true, { queueIds: [5], ratingMessage: 'Rate us' })])
      .when(changeCommand(1, { name: 'Store' }))
      .then([changedEvent(1, 'Store', { queueIds: [5], ratingMessage: 'Rate us' })]))
  it('without a change need no event', () =>
    given([first])
      .when(changeCommand(1, { name: 'Shop' }, true))
      .thenNothingHappened())
  it('move the default, and always have one', () => {
    given([first, second])
      .when(changeCommand(2, { name: 'Office' }, true))
      .then([defaultedEvent(2, 1)])
    given([first, second])
      .when(changeCommand(1, { name: 'Shop' }, false))
      .thenError('ERR_NO_OTHER_WHATSAPP')
    given([first])
      .when(changeCommand(1, { name: 'Shop' }, false))
      .thenError('ERR_NO_OTHER_WHATSAPP')
    given([first, second])
      .when(changeCommand(2, { name: 'Office' }, false))
      .thenNothingHappened()
  })
  it('give the default to another connection at a deletion', () => {
    given([first, second])
      .when({ kind: 'delete', connectionId: 1 })
      .then([defaultedEvent(2, 1), deletedEvent(1)])
    given([first, second])
      .when({ kind: 'delete', connectionId: 2 })
      .then([deletedEvent(2)])
    given([first])
      .when({ kind: 'delete', connectionId: 1 })
      .then([deletedEvent(1)])
  })
  it('decide about their tickets: they move to another existing connection, or are closed', () => {
    const left = (more: object): ConnectionsEvent => ({
      type: 'connection.deleted.v1',
      data: { connectionId: 2, ...more },
    })
    const both = given([first, second])
    both.when({ kind: 'delete', connectionId: 2, tickets: 1 }).then([left({ moveTo: 1 })])
    both.when({ kind: 'delete', connectionId: 2, tickets: 'close' }).then([left({ closeTickets: true })])
    both.when({ kind: 'delete', connectionId: 2, tickets: 2 }).thenError('ERR_NO_OTHER_WHATSAPP')
    both.when({ kind: 'delete', connectionId: 2, tickets: 7 }).thenError('ERR_NO_OTHER_WHATSAPP')
  })

  it('that do not exist are neither changed nor deleted', () => {
    given([first])
      .when(changeCommand(9, { name: 'Nine' }))
      .thenError('ERR_NO_WAPP_FOUND')
    given([first, deletedEvent(1)])
      .when({ kind: 'delete', connectionId: 1 })
      .thenError('ERR_NO_WAPP_FOUND')
  })
  it('to the simulator are made where it is on', () => {
    const simulated = { channel: 'simulator' as const }
    given()
      .when(createCommand(1, 'Shop', simulated))
      .thenError('ERR_SIMULATOR_OFF')
    given()
      .when(createCommand(1, 'Shop', { ...simulated, simulator: true }))
      .then([createdEvent(1, 'Shop', true, simulated)])
  })
  it('lose a queue that is deleted', () => {
    const linked = createdEvent(1, 'Shop', true, { queueIds: [5, 6], greetingMessage: 'Hi' })
    given([linked, second])
      .when({ kind: 'unlink-queue', queueId: 5 })
      .then([changedEvent(1, 'Shop', { queueIds: [6], greetingMessage: 'Hi' })])
    given([linked, second]).when({ kind: 'unlink-queue', queueId: 7 }).thenNothingHappened()
    const sending = createdEvent(1, 'Shop', true, { sendIdQueue: 7, timeSendQueue: 5 })
    given([sending, second])
      .when({ kind: 'unlink-queue', queueId: 7 })
      .then([changedEvent(1, 'Shop', { timeSendQueue: 5 })])
  })
})
