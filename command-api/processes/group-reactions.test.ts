import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import { streams } from '@guiche/contracts/streams.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { messageFrom } from '../testing/customer.js'
import { ADMIN, COMPANY, type Desk, openDesk } from '../testing/desk.js'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk({ settings: { CheckMsgIsGroup: 'disabled' } })
})
afterEach(() => desk.close())

const chat = { pn: null, lid: null, group: '120363042', name: 'Vizinhos' }
const BELA = { pn: '5511955554444', lid: '555777000501', group: null, name: 'Bela' }
const RUI = { pn: '5511977776666', lid: '555777000502', group: null, name: 'Rui' }
type Person = typeof RUI

const messageOf = (author: Person, body: string): ReportOf<'message'> =>
  messageFrom('', {
    ...{ peer: chat, remoteJid: `${chat.group}@g.us`, body },
    ...{ author, participant: `${author.lid}@lid` },
  })
const reactionTo = (of: ReportOf<'message'>, author: object, emoji: string) => {
  const { companyId, connectionId, waId, fromMe } = of
  return { kind: 'reacted', companyId, connectionId, waId, fromMe, by: 'contact', emoji, chat, author }
}
/** The reactions shown on the message with this text. */
const reactionsShownOn = async (body: string) => {
  await desk.shown()
  const messages = await desk.documents.find('messages', { where: { companyId: COMPANY, body }, limit: 9 })
  return (await desk.records.presentMessages(messages, () => true)).flatMap(({ reactions }) => reactions)
}
const reactionsBy = (type: string, { name, pn }: Pick<Person, 'name' | 'pn'>) => ({
  ...{ type, fromMe: false, userId: null },
  author: { name, number: pn },
})
const NOBODY = { name: '', pn: '' }

it('each member of a group has a reaction, and the same one again writes nothing', async () => {
  const first = messageOf(RUI, 'oi')
  await desk.report(first, reactionTo(first, BELA, '👍'), reactionTo(first, RUI, '👍'))
  expect(await reactionsShownOn('oi')).toEqual([reactionsBy('👍', BELA), reactionsBy('👍', RUI)])
  const before = (await desk.log()).length
  await desk.report(reactionTo(first, BELA, '👍'), reactionTo(first, { ...RUI, pn: null, name: null }, '👍'))
  expect(await desk.log()).toHaveLength(before)
  await desk.report(reactionTo(first, RUI, '❤️'), reactionTo(first, BELA, ''))
  expect(await reactionsShownOn('oi')).toEqual([reactionsBy('❤️', RUI)])
  const id = messageIdOf(first.connectionId, first.fromMe, first.waId)
  const { body } = await desk.call(ADMIN, 'POST', `/messages/${id}/reactions`, { type: '🎉' })
  expect(body.reactions).toEqual([
    { type: '❤️', userId: null },
    { type: '🎉', userId: ADMIN.userId },
  ])
})

it('a group member’s name at a reaction is erased with the contact, and the reaction stays', async () => {
  await desk.report(messageFrom(BELA.pn, { peer: BELA }))
  const [
    {
      data: { contactId },
    } = { data: {} },
  ] = await desk.log('message.received')
  const [his, hers] = [messageOf(RUI, 'of Rui'), messageOf(BELA, 'of Bela')]
  await desk.report(his, hers)
  await desk.report(reactionTo(his, BELA, '👍'), reactionTo(his, RUI, '👍'), reactionTo(hers, RUI, '👍'))
  expect(await reactionsShownOn('of Rui')).toEqual([reactionsBy('👍', BELA), reactionsBy('👍', RUI)])
  await desk.call(ADMIN, 'DELETE', `/contacts/${contactId}`)
  expect(await reactionsShownOn('of Rui')).toEqual([reactionsBy('👍', NOBODY), reactionsBy('👍', RUI)])
  // Names of people who reacted to an erased message are removed, too.
  expect((await desk.log('reactor.named')).map(({ data }) => data.author.name)).toEqual(['Rui'])
  const reactors = await desk.documents.find('reactors', { where: { companyId: COMPANY }, limit: 9 })
  expect(reactors.map(({ author }) => author.name)).toEqual(['Rui'])
  // A second delivery of the erased reaction has no effect. A changed reaction has no name.
  await desk.report(reactionTo(his, BELA, '👍'))
  expect(await reactionsShownOn('of Rui')).toEqual([reactionsBy('👍', NOBODY), reactionsBy('👍', RUI)])
  await desk.report(reactionTo(his, BELA, '❤️'))
  expect(await reactionsShownOn('of Rui')).toEqual([reactionsBy('👍', RUI), reactionsBy('❤️', NOBODY)])
  const told = JSON.stringify(await desk.log())
  for (const trace of ['Bela', BELA.pn, BELA.lid]) expect(told).not.toContain(trace)
})

it('a reaction to a message that is erased at that moment is not kept', async () => {
  const first = messageOf(RUI, 'oi')
  await desk.report(first)
  const store: EventStore = {
    ...desk.eventStore,
    append: async (stream, expected, events) => {
      const done = await desk.eventStore.append(stream, expected, events)
      const isNamed = events.some(({ type }) => type === 'reactor.named.v1')
      const messageId = messageIdOf(first.connectionId, first.fromMe, first.waId)
      if (isNamed) await desk.eventStore.remove(streams.message(messageId))
      return done
    },
  }
  await desk.build(store).conversations.inbound.handle(desk.deliveries([reactionTo(first, BELA, '👍')]))
  expect(await desk.log('reactor.erased')).toHaveLength(1)
  expect(await desk.log('reactor.named')).toEqual([])
})

it('the erasure of a group erases the names of all who reacted in it', async () => {
  const first = messageOf(RUI, 'oi')
  await desk.report(first, reactionTo(first, BELA, '👍'))
  await desk.shown()
  const [
    {
      data: { contactId },
    } = { data: {} },
  ] = await desk.log('message.received')
  await desk.call(ADMIN, 'DELETE', `/contacts/${contactId}`)
  expect(await desk.log('reactor.named')).toEqual([])
  const reactors = await desk.documents.find('reactors', { where: { companyId: COMPANY }, limit: 9 })
  expect(reactors).toEqual([])
})
