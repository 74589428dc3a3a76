import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { messageIds, textContent } from '../testing/message.js'
import type { MessageCommand } from './commands.js'
import { messageDecider } from './decide.js'
import type { MessageFact } from './state.js'

const { given } = decisions(messageDecider)
const asked = { to: '5511@s.whatsapp.net', userId: 5, source: 'user' } as const
const requested: MessageFact = {
  type: 'message.requested.v1',
  data: { ...messageIds, ...textContent, ...asked },
}
const revoked: MessageFact = { type: 'message.revoked.v1', data: { ...messageIds, by: 'us', userId: null } }
const failCommand = (what: 'edit' | 'reaction', body?: string): MessageCommand => ({
  ...{ kind: 'fail', what, code: 'ERR_X' },
  ...(body !== undefined && { body }),
})
const failure = { ...messageIds, code: 'ERR_X' }

describe('an edit that is asked for', () => {
  const editRequested = (body: string): MessageFact => ({
    type: 'message.edit-requested.v1',
    data: { ...messageIds, body, userId: 5 },
  })
  const edited = (body: string, userId: number | null): MessageFact => ({
    type: 'message.edited.v1',
    data: { ...messageIds, body, by: 'us', userId },
  })
  const byUs = (body: string): MessageCommand => ({ kind: 'edited', body, by: 'us' })

  it('is pending until this very edit is done, or fails', () => {
    const overtaken = [requested, editRequested('aqui'), edited('no celular', null)]
    given(overtaken)
      .when(failCommand('edit'))
      .then([{ type: 'message.edit-failed.v1', data: failure }])
    given(overtaken)
      .when(byUs('aqui'))
      .then([edited('aqui', 5)])
    given(overtaken).when(byUs('no celular')).thenNothingHappened()
    given([...overtaken, edited('aqui', 5)])
      .when(failCommand('edit'))
      .thenNothingHappened()
  })

  it('stays pending when the one before it is done', () => {
    given([requested, editRequested('um'), editRequested('dois'), edited('um', null)])
      .when(failCommand('edit'))
      .then([{ type: 'message.edit-failed.v1', data: failure }])
  })

  it('stays pending when the one before it fails', () => {
    const twice = [requested, editRequested('um'), editRequested('dois')]
    given(twice).when(failCommand('edit', 'um')).thenNothingHappened()
    given(twice)
      .when(failCommand('edit', 'dois'))
      .then([{ type: 'message.edit-failed.v1', data: failure }])
  })

  it('back to the text of now ends as well', () => {
    given([requested, editRequested('um'), editRequested('oi')])
      .when(byUs('oi'))
      .then([edited('oi', 5)])
  })
})

describe('a reaction that is asked for', () => {
  const asksFor = (emoji: string): MessageFact => ({
    type: 'message.reaction-requested.v1',
    data: { ...messageIds, emoji, userId: 5 },
  })
  const reactionRequested = asksFor('👍')
  const reacted = (emoji: string, by: 'contact' | 'us'): MessageFact => ({
    type: 'message.reacted.v1',
    data: { ...messageIds, emoji, by, userId: null },
  })

  it('stays pending when the one before it fails, also where it takes that back', () => {
    given([requested, reactionRequested, asksFor('❤️')])
      .when(failCommand('reaction', '👍'))
      .thenNothingHappened()
    const back = [requested, reacted('👍', 'us'), asksFor('❤️'), asksFor('')]
    given(back).when(failCommand('reaction', '❤️')).thenNothingHappened()
    given(back)
      .when(failCommand('reaction', ''))
      .then([{ type: 'message.reaction-failed.v1', data: failure }])
  })

  it('is pending until this very reaction is there, or fails', () => {
    given([requested, reactionRequested, reacted('❤️', 'us'), reacted('👍', 'contact')])
      .when(failCommand('reaction'))
      .then([{ type: 'message.reaction-failed.v1', data: failure }])
    given([requested, reactionRequested, reacted('👍', 'us')])
      .when(failCommand('reaction'))
      .thenNothingHappened()
  })

  it('ends with the message', () => {
    given([requested, reactionRequested, revoked]).when(failCommand('reaction')).thenNothingHappened()
  })
})
