import { describe, expect, it } from '@jest/globals'
import {
  pendingAssignment,
  receiveMessage,
  startTicket,
  textContent,
  ticketIds,
  ticketIn,
} from '../testing/ticket-log.js'

const adOrigin = (title: string) => ({
  details: {
    ...{ of: 'ad' as const, title, text: 'T', url: 'https://shop.example/' },
    thumbnail: '',
    clickId: 'c',
    source: 'ctwa_ad',
  },
})
const originOf = (title: string) => ({ title, url: 'https://shop.example/', clickId: 'c', source: 'ctwa_ad' })

describe('the origin of a ticket', () => {
  it('is the last advertisement that its contact answered, and is unknown without one', () => {
    const log = startTicket()
    receiveMessage(log, 'a')
    expect(ticketIn(log)).toMatchObject({ origin: null, originId: null })
    receiveMessage(log, 'b', adOrigin('Shoes'))
    receiveMessage(log, 'c')
    expect(ticketIn(log)).toMatchObject({ origin: originOf('Shoes'), originId: 'b', lastMessageId: 'c' })
    receiveMessage(log, 'd', adOrigin('Hats'))
    // An older imported message does not replace the origin.
    receiveMessage(log, 'old', { ...adOrigin('Coats'), imported: true })
    expect(ticketIn(log)).toMatchObject({ origin: originOf('Hats'), originId: 'd' })
  })

  it('is found in a message that was undecryptable at first', () => {
    const log = startTicket()
    receiveMessage(log, 'a', { kind: 'unreadable', body: '' })
    const recovered = log.add('message.recovered.v1', {
      ...textContent('a', 'Hi'),
      ...adOrigin('Shoes'),
      mediaPending: false,
    })
    expect(ticketIn(log)).toMatchObject({ origin: originOf('Shoes'), position: recovered.position })
  })

  it('has the beginning of a long title', () => {
    const log = startTicket()
    receiveMessage(log, 'a', adOrigin('x'.repeat(1000)))
    expect(ticketIn(log)?.origin?.title).toHaveLength(200)
  })

  it('is forgotten with its message', () => {
    const log = startTicket()
    receiveMessage(log, 'a', adOrigin('Shoes'))
    log.add('message.erased.v1', { ...ticketIds, messageId: 'a', standing: pendingAssignment })
    expect(ticketIn(log)).toMatchObject({ origin: null, originId: null })
  })
})
