import { describe, expect, it } from '@jest/globals'
import { content, ids, pending, receive, start, ticket } from '../testing/ticket-log.js'

const ad = (title: string) => ({
  details: {
    ...{ of: 'ad' as const, title, text: 'T', url: 'https://shop.example/' },
    thumbnail: '',
    clickId: 'c',
    source: 'ctwa_ad',
  },
})
const origin = (title: string) => ({ title, url: 'https://shop.example/', clickId: 'c', source: 'ctwa_ad' })

describe('the origin of a ticket', () => {
  it('is the last advertisement that its contact answered, and is unknown without one', () => {
    const log = start()
    receive(log, 'a')
    expect(ticket(log)).toMatchObject({ origin: null, originId: null })
    receive(log, 'b', ad('Shoes'))
    receive(log, 'c')
    expect(ticket(log)).toMatchObject({ origin: origin('Shoes'), originId: 'b', lastMessageId: 'c' })
    receive(log, 'd', ad('Hats'))
    // An older imported message does not replace the origin.
    receive(log, 'old', { ...ad('Coats'), imported: true })
    expect(ticket(log)).toMatchObject({ origin: origin('Hats'), originId: 'd' })
  })

  it('is found in a message that could not be read at first', () => {
    const log = start()
    receive(log, 'a', { kind: 'unreadable', body: '' })
    const recovered = log.add('message.recovered.v1', {
      ...content('a', 'Hi'),
      ...ad('Shoes'),
      mediaPending: false,
    })
    expect(ticket(log)).toMatchObject({ origin: origin('Shoes'), position: recovered.position })
  })

  it('shows the beginning of a long title', () => {
    const log = start()
    receive(log, 'a', ad('x'.repeat(1000)))
    expect(ticket(log)?.origin?.title).toHaveLength(200)
  })

  it('is forgotten with its message', () => {
    const log = start()
    receive(log, 'a', ad('Shoes'))
    log.add('message.erased.v1', { ...ids, messageId: 'a', standing: pending })
    expect(ticket(log)).toMatchObject({ origin: null, originId: null })
  })
})
