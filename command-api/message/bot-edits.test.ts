import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { AGAIN, type BotTalk, HELLO, openBotDesk } from '../testing/bot-talk.js'
import { messageFrom } from '../testing/customer.js'
import { type Desk, QUEUE } from '../testing/desk.js'

let desk: Desk
let talk: BotTalk
beforeEach(async () => {
  ;({ desk, talk } = await openBotDesk())
})
afterEach(() => desk.close())

describe('a customer who edits an answer', () => {
  it('takes the edit of an answer that was not understood as the answer', async () => {
    const { pn, ticketId } = await talk.openedTicket()
    const answer = messageFrom(pn, { body: 'dois' })
    await talk.writeMessages(pn, answer)
    expect(await talk.automaticTexts(ticketId)).toEqual([HELLO, AGAIN])
    // another text that is no answer is no further try
    await talk.editMessage(answer, 'doiss')
    expect(await talk.automaticTexts(ticketId)).toEqual([HELLO, AGAIN])
    await talk.editMessage(answer, '2')
    const texts = [HELLO, AGAIN, 'bot: *[ 1 ]* - Segunda via']
    expect(await talk.automaticTexts(ticketId)).toEqual(texts)
    expect(await talk.ticketState(ticketId)).toMatchObject({ queueId: QUEUE, at: 'options' })
    // the answer is acted on: a further edit changes nothing
    await talk.editMessage(answer, '1')
    await talk.runConsequences(desk.build())
    expect(await talk.automaticTexts(ticketId)).toEqual(texts)
    expect(await talk.ticketState(ticketId)).toMatchObject({ queueId: QUEUE, at: 'options' })
  })

  it('does not read the edit of an answer that was understood, of an earlier one, or of a caption', async () => {
    const { pn, ticketId } = await talk.openedTicket()
    const [first, caption, last] = [
      messageFrom(pn, { body: 'dois' }),
      messageFrom(pn, { type: 'image', body: 'foto' }),
      messageFrom(pn, { body: '2' }),
    ]
    await talk.writeMessages(pn, first, caption)
    const texts = [HELLO, AGAIN, 'bot: Escolha uma das opções:']
    await talk.editMessage(first, '1')
    await talk.editMessage(caption, '1')
    expect(await talk.automaticTexts(ticketId)).toEqual(texts)
    await talk.writeMessages(pn, last)
    await talk.editMessage(last, '1')
    await talk.editMessage(first, '1')
    expect(await talk.automaticTexts(ticketId)).toEqual([...texts, 'bot: *[ 1 ]* - Segunda via'])
    expect(await talk.ticketState(ticketId)).toMatchObject({ queueId: QUEUE, at: 'options' })
  })

  it('does not read an edit while a person has the ticket', async () => {
    const { pn, ticketId } = await talk.openedTicket()
    const answer = messageFrom(pn, { body: 'dois' })
    await talk.writeMessages(pn, answer, { fromMe: true, body: 'Oi, sou a dona' })
    await talk.editMessage(answer, '2')
    expect(await talk.automaticTexts(ticketId)).toEqual([HELLO, AGAIN])
    expect(await talk.ticketState(ticketId)).toMatchObject({ queueId: null, because: 'answered' })
  })
})
