import { describe, expect, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { messageIds, textContent } from '../testing/message.js'
import type { MessageCommand } from './commands.js'
import { messageDecider } from './decide.js'
import { type ReactorNames, reactorDecider } from './reactor.js'
import type { MessageFact } from './state.js'

const received: MessageFact = {
  type: 'message.received.v1',
  data: {
    ...{ ...messageIds, ...textContent },
    ...{ fromMe: false, remoteJid: '120363@g.us', participant: '777@lid', mediaPending: false },
    ...{ sentAt: '2026-03-02T10:00:00.000Z', imported: false, ack: 0 },
  },
}

describe('a message inside a group', () => {
  const { given } = decisions(messageDecider)
  const by = (emoji: string, reactor: ReactorNames): MessageCommand => ({
    ...{ kind: 'reacted', emoji, by: 'contact', reactor },
  })
  const reacted = (emoji: string, id: string, who: ReactorNames): MessageFact => ({
    type: 'message.reacted.v1',
    data: { ...messageIds, emoji, by: 'contact', userId: null, reactor: { id, ...who } },
  })
  const [ana, rui] = [
    { pn: 'pn1', lid: 'lid1' },
    { pn: null, lid: 'lid2' },
  ]
  const [ofAna, ofRui] = [reacted('👍', 'lid1', ana), reacted('👍', 'lid2', rui)]

  it('has one reaction of each member', () => {
    given([received]).when(by('👍', ana)).then([ofAna])
    given([received, ofAna]).when(by('👍', rui)).then([ofRui])
    const both = [received, ofAna, ofRui]
    given(both).when(by('👍', ana)).thenNothingHappened()
    given(both)
      .when(by('❤️', rui))
      .then([reacted('❤️', 'lid2', rui)])
    const back = reacted('', 'lid1', ana)
    given(both).when(by('', ana)).then([back])
    given([...both, back])
      .when(by('', ana))
      .thenNothingHappened()
    given([...both, back])
      .when(by('👍', rui))
      .thenNothingHappened()
    given([...both, back])
      .when(by('👍', ana))
      .then([ofAna])
    const revoked: MessageFact = {
      type: 'message.revoked.v1',
      data: { ...messageIds, by: 'contact', userId: null },
    }
    given([received, revoked]).when(by('👍', ana)).thenNothingHappened()
  })

  it('knows a member by the linked id, and by the number where one of two has no linked id', () => {
    given([received, ofAna])
      .when(by('👍', { pn: 'pn1', lid: null }))
      .thenNothingHappened()
    const other = { pn: 'pn1', lid: 'lid3' }
    given([received, ofAna])
      .when(by('👍', other))
      .then([reacted('👍', 'lid3', other)])
    given([received, reacted('👍', 'pn1', { pn: 'pn1', lid: null })])
      .when(by('❤️', ana))
      .then([reacted('❤️', 'pn1', ana)])
  })

  it('keeps earlier reactions without a name, and our own reactions', () => {
    const side = (emoji: string, from: 'contact' | 'us'): MessageFact => ({
      type: 'message.reacted.v1',
      data: { ...messageIds, emoji, by: from, userId: null },
    })
    const { state } = given([received, side('😮', 'contact'), ofAna, side('🎉', 'us')])
    expect(state.reactions).toEqual({
      ...{ contact: '😮', us: '🎉' },
      members: [{ id: 'lid1', ...ana, emoji: '👍' }],
    })
  })
})

it('a reactor is named once, and again when more of its identity is known', () => {
  const { given } = decisions(reactorDecider)
  const told = (pn: string | null, lid: string | null, name: string | null) => ({
    ...{ ...messageIds, reactorId: 'r', author: { pn, lid, name } },
  })
  const named = (...author: Parameters<typeof told>) => ({
    ...{ type: 'reactor.named.v1' as const, data: told(...author) },
  })
  given()
    .when(told('5511', null, null))
    .then([named('5511', null, null)])
  given([named('5511', null, null)])
    .when(told(null, '777', 'Ana'))
    .then([named('5511', '777', 'Ana')])
  given([named('5511', '777', 'Ana')])
    .when(told('5511', '777', null))
    .thenNothingHappened()
})
