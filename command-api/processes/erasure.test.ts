import { SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { numberKey } from '@guiche/infra/phone.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { contactDecider } from '../contact/decide.js'
import { messageFrom, newCustomer } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  COMPANY,
  CONNECTION,
  type Desk,
  FOREIGNER,
  openDesk,
  SECOND_CONNECTION,
} from '../testing/desk.js'
import { ticketDecider } from '../ticket/decide.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ settings: { CheckMsgIsGroup: 'disabled', call: 'enabled' } })
  // Each test decides when unfinished erasures are resumed.
  await desk.conversations.duePools.erase.stop()
})
afterAll(() => desk.close())

const ticketState = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state

describe('deleting a contact', () => {
  /** All data of a contact: two tickets, messages in both directions, files, raw messages, notes. */
  const lived = async () => {
    const one = await newCustomer(desk)
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
    const { ticketId, contactId } = one
    await desk.call(ANA, 'POST', '/ticket-notes', { note: `Mora longe. ${one.pn}`, ticketId })
    const taken = await desk.call(ANA, 'POST', '/ticket-notes', { note: `Engano. ${one.pn}`, contactId })
    await desk.call(ANA, 'DELETE', `/ticket-notes/${taken.body.id}`)
    return { ...one, blobId: file.media.blobId as string }
  }
  const expectGone = async ({ contactId, pn, blobId }: { contactId: number; pn: string; blobId: string }) => {
    const left = (await desk.log()).filter(
      ({ stream, data }) =>
        JSON.stringify(data).includes(pn) ||
        (data.contactId === contactId && /^(message|contact|note)-/.test(stream)),
    )
    expect(left).toEqual([])
    expect(await desk.blobs.info(blobId)).toBeNull()
    expect(await desk.vault.list('wa-msg/')).toEqual([])
    expect(await desk.vault.list('wa-in/')).toEqual([])
    await desk.shown()
    expect(await desk.records.contact(COMPANY, contactId)).toBeNull()
    expect(
      await desk.documents.find('messages', { where: { companyId: COMPANY, contactId }, limit: 9 }),
    ).toEqual([])
    for (const collection of ['tickets', 'notes', 'deleted-notes'] as const) {
      const where = { companyId: COMPANY, contactId }
      expect(await desk.documents.find(collection, { where, limit: 9 })).toEqual([])
    }
    expect(
      (await desk.log('contact.erased')).filter(({ data }) => data.contactId === contactId),
    ).toHaveLength(1)
  }

  it('erases its messages, files, raw messages and itself; the next message is of a new contact', async () => {
    const before = await lived()
    expect((await desk.call(ANA, 'DELETE', `/contacts/${before.contactId}`)).status).toBe(403)
    const answer = await desk.call(ADMIN, 'DELETE', `/contacts/${before.contactId}`)
    const removed = { tickets: 2, messages: 3, files: 1, records: 2 }
    expect([answer.status, answer.body]).toEqual([200, { message: 'Contact deleted', removed }])
    expect((await desk.log('contact.erased')).at(-1)?.data).toEqual({
      contactId: before.contactId,
      ...removed,
    })
    expect(await desk.vault.list('erasing/')).toEqual([])
    await expectGone(before)
    expect((await ticketState(before.ticketId)).closeReason).toBe('erased')
    await desk.report(messageFrom(before.pn))
    const anew = (await desk.log('message.received')).at(-1)?.data
    expect(anew.contactId).not.toBe(before.contactId)
    expect(anew.ticketId).not.toBe(before.ticketId)
  })

  it('erases a call whose id the caller has made up of odd characters', async () => {
    const { contactId, pn } = await newCustomer(desk)
    await desk.report(messageFrom(pn, { waId: 'call-é', type: 'call_log' }))
    await desk.shown()
    expect((await desk.call(ADMIN, 'DELETE', `/contacts/${contactId}`)).body.removed?.messages).toBe(2)
  })

  it('a repetition under the same key is answered as done; under another key the contact does not exist', async () => {
    const { contactId } = await lived()
    const erase = (headers = {}, who = ADMIN) =>
      desk.call(who, 'DELETE', `/contacts/${contactId}`, undefined, headers)
    const key = { 'idempotency-key': newUuid() }
    expect((await erase(key)).status).toBe(200)
    const again = await erase(key)
    expect([again.status, again.body]).toEqual([202, { id: contactId }])
    expect((await erase()).body).toEqual({ error: 'ERR_NO_CONTACT_FOUND' })
    expect((await erase(key, FOREIGNER)).body).toEqual({ error: 'ERR_NO_CONTACT_FOUND' })
  })

  it('erases more messages than are read at a time', async () => {
    const before = await lived()
    const many = Array.from({ length: 450 }, () => messageFrom(before.pn))
    for (const message of many) await desk.report(message)
    await desk.shown()
    const answer = await desk.call(ADMIN, 'DELETE', `/contacts/${before.contactId}`)
    expect([answer.status, answer.body.removed?.messages]).toEqual([200, 453])
    await expectGone(before)
  })

  it('erases contacts merged into it, too', async () => {
    const before = await lived()
    const lid = '555777000111'
    await desk.report(
      messageFrom(before.pn, { peer: { pn: null, lid, group: null, name: 'X' }, remoteJid: `${lid}@lid` }),
    )
    const loser = (await desk.log('contact.created')).at(-1)?.data.contactId
    await desk.shown()
    expect((await desk.call(ANA, 'POST', '/ticket-notes', { note: 'Dois', contactId: loser })).status).toBe(
      200,
    )
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
        ({ stream, data }) => /^(message|note)-/.test(stream) && data.contactId === loser,
      ),
    ).toEqual([])
  })

  it('keeps the data of the number’s new owner', async () => {
    const { pn } = await newCustomer(desk)
    const from = (lid: string) => messageFrom(pn, { peer: { pn, lid, group: null, name: 'X' } })
    await desk.report(from('555777000301'))
    const ana = Number((await desk.log('message.received')).at(-1)?.data.contactId)
    await desk.report(from('555777000302'))
    const bia = Number((await desk.log('message.received')).at(-1)?.data.contactId)
    expect(bia).not.toBe(ana)
    await desk.shown()
    const waits = `parked-report/${COMPANY}/waiting/0-1`
    const session = (name: string) => `wa/${CONNECTION}/key/session/${name}.0`
    const value = Buffer.from('key')
    await desk.vault.commit([
      { key: waits, value: Buffer.from(JSON.stringify(from('555777000302'))) },
      { key: session(pn), value },
      { key: session('555777000301'), value },
    ])
    expect((await desk.call(ADMIN, 'DELETE', `/contacts/${ana}`)).status).toBe(200)
    const left = [...(await desk.vault.list('parked-report/')), ...(await desk.vault.list('wa/'))]
    expect(left.filter((key) => key.includes('/key/') || key.includes('/waiting/'))).toEqual([
      waits,
      session(pn),
    ])
    await desk.vault.commit([{ key: waits, value: null }])
  })

  it('releases other claims when one claim fails, and keeps the contact until all are released', async () => {
    const before = await lived()
    const lid = '555777000222'
    await desk.report(messageFrom(before.pn, { peer: { pn: before.pn, lid, group: null, name: 'X' } }))
    const holders = () =>
      Promise.all([
        desk.claims.holder('identity', [COMPANY, 'pn', numberKey(before.pn)]),
        desk.claims.holder('identity', [COMPANY, 'lid', lid]),
      ])
    const own = String(before.contactId)
    expect(await holders()).toEqual([own, own])
    let failures = 1
    const dying = desk.build({
      ...desk.eventStore,
      append: async (stream, ...rest) => {
        if (stream.startsWith('claim-identity-') && failures-- > 0) throw new Error('crash')
        return desk.eventStore.append(stream, ...rest)
      },
    }).conversations.duePools.erase
    await askToErase(before.contactId)
    await desk.shown()
    desk.untilDue()
    await dying.work()
    expect(await desk.vault.list('due/erase/')).toEqual([`due/erase/erase:${before.contactId}`])
    expect((await holders()).filter((holder) => holder !== null)).toEqual([own])
    desk.untilDue()
    await desk.build().conversations.duePools.erase.work()
    expect(await holders()).toEqual([null, null])
    expect(await desk.vault.list('due/')).toEqual([])
    await expectGone(before)
  })

  const askToErase = async (contactId: number): Promise<void> => {
    const meta = { commandId: newUuid(), companyId: COMPANY, actor: SYSTEM, correlationId: 'test' }
    const asked = await desk.kernel.execute(
      contactDecider,
      streams.contact(contactId),
      { kind: 'erase' },
      meta,
    )
    expect(asked.ok).toBe(true)
  }

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
      }).conversations.duePools.erase
      await askToErase(before.contactId)
      await desk.shown()
      desk.untilDue()
      await dying.work()
      desk.untilDue()
      await desk.build().conversations.duePools.erase.work()
      await expectGone(before)
      // Data removed before the crash count, too.
      expect((await desk.log('contact.erased')).at(-1)?.data).toMatchObject({
        messages: 3,
        files: 1,
        records: 2,
      })
      if (left > 0) break
    }
  })
})
