import { SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { contactDecider } from '../contact/decide.js'
import { customer, messageFrom } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, CONNECTION, type Desk, openDesk, SECOND_CONNECTION } from '../testing/desk.js'
import { ticketDecider } from '../ticket/decide.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const state = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state

describe('deleting a contact', () => {
  /** Everything that a contact leaves behind: two tickets, messages both ways, files, raw messages. */
  const lived = async () => {
    const one = await customer(desk)
    await desk.call(ANA, 'PUT', `/tickets/${one.ticketId}`, { status: 'open' })
    const data = new FormData()
    data.append('medias', new Blob(['%PDF-1.4\n'], { type: 'application/pdf' }), 'a.pdf')
    await desk.call(ANA, 'POST', `/messages/${one.ticketId}`, data)
    const file = (await desk.log('message.requested')).at(-1)?.data
    const second = messageFrom(one.pn, { connectionId: SECOND_CONNECTION })
    await desk.report(second)
    await desk.vault.commit([
      { key: `wa-msg/1/${SECOND_CONNECTION}/${second.waId}`, value: Buffer.from('raw') },
      { key: `wa-msg/1/${CONNECTION}/${file.waId}`, value: Buffer.from('raw') },
      { key: `wa-in/${SECOND_CONNECTION}/${second.waId}`, value: Buffer.from('arrived') },
    ])
    return { ...one, blobId: file.media.blobId as string }
  }
  const expectGone = async ({ contactId, pn, blobId }: { contactId: number; pn: string; blobId: string }) => {
    const left = (await desk.log()).filter(
      ({ stream, data }) =>
        JSON.stringify(data).includes(pn) ||
        (data.contactId === contactId && /^(message|contact)-/.test(stream)),
    )
    expect(left).toEqual([])
    expect(await desk.blobs.info(blobId)).toBeNull()
    expect(await desk.vault.list('wa-msg/')).toEqual([])
    expect(await desk.vault.list('wa-in/')).toEqual([])
    await desk.shown()
    expect(await desk.records.contact(COMPANY, contactId)).toBeNull()
    expect(
      await desk.documents.find({
        collection: 'messages',
        where: { companyId: COMPANY, contactId },
        sort: [['id', 1]],
        limit: 9,
      }),
    ).toEqual([])
    expect(
      await desk.documents.find({
        collection: 'tickets',
        where: { companyId: COMPANY, contactId },
        sort: [['id', 1]],
        limit: 9,
      }),
    ).toEqual([])
    expect(
      (await desk.log('contact.erased')).filter(({ data }) => data.contactId === contactId),
    ).toHaveLength(1)
  }

  it('erases its messages, files, raw messages and itself; the customer begins anew', async () => {
    const before = await lived()
    expect((await desk.call(ANA, 'DELETE', `/contacts/${before.contactId}`)).status).toBe(403)
    const answer = await desk.call(ADMIN, 'DELETE', `/contacts/${before.contactId}`)
    expect([answer.status, answer.body]).toEqual([200, { message: 'Contact deleted' }])
    await expectGone(before)
    expect((await state(before.ticketId)).closeReason).toBe('erased')
    await desk.report(messageFrom(before.pn))
    const anew = (await desk.log('message.received')).at(-1)?.data
    expect(anew.contactId).not.toBe(before.contactId)
    expect(anew.ticketId).not.toBe(before.ticketId)
  })

  it('erases what was merged into it, too', async () => {
    const before = await lived()
    const lid = '555777000111'
    await desk.report(
      messageFrom(before.pn, { peer: { pn: null, lid, group: null, name: 'X' }, remoteJid: `${lid}@lid` }),
    )
    const loser = (await desk.log('contact.created')).at(-1)?.data.contactId
    await desk.report({
      kind: 'identities',
      companyId: COMPANY,
      connectionId: CONNECTION,
      peer: { pn: before.pn, lid, group: null, name: null },
    })
    await desk.call(ADMIN, 'DELETE', `/contacts/${before.contactId}`)
    await expectGone(before)
    expect(
      (await desk.log('contact.')).filter(({ data }) => data.contactId === loser).map(({ type }) => type),
    ).toEqual(['contact.erased.v1'])
    expect(
      (await desk.log()).filter(
        ({ stream, data }) => stream.startsWith('message-') && data.contactId === loser,
      ),
    ).toEqual([])
  })

  it('goes on after a crash at any step', async () => {
    for (let step = 0; ; step += 2) {
      const before = await lived()
      await desk.shown()
      let left = step
      const crash = async () => {
        if (left-- <= 0) throw new Error('crash')
      }
      const dying = desk.build({
        ...desk.eventStore,
        append: async (...args) => {
          await crash()
          return desk.eventStore.append(...args)
        },
        remove: async (stream) => {
          await crash()
          return desk.eventStore.remove(stream)
        },
      }).conversations.erasure
      const asked = await desk.kernel.execute(
        contactDecider,
        streams.contact(before.contactId),
        { kind: 'erase' },
        { commandId: newUuid(), companyId: COMPANY, actor: SYSTEM, correlationId: 'test' },
      )
      expect(asked.ok).toBe(true)
      await desk.shown()
      const died = await dying.sweep().then(
        () => false,
        () => true,
      )
      await desk.build().conversations.erasure.sweep()
      await expectGone(before)
      if (!died && left > 0) break
    }
  }, 90_000)
})
