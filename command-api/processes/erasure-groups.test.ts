import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { messageFrom, newCustomer } from '../testing/customer.js'
import { ADMIN, COMPANY, type Desk, openDesk } from '../testing/desk.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ settings: { CheckMsgIsGroup: 'disabled' } })
})
afterAll(() => desk.close())

it('deleting a contact erases its messages inside groups, and no messages of other members', async () => {
  const group = { pn: null, lid: null, group: '120363041', name: 'Família' }
  const [lid, other] = ['555777000401', '555777000402']
  const { pn, contactId } = await newCustomer(desk)
  await desk.report(messageFrom(pn, { peer: { pn, lid, group: null, name: 'Carla' } }))
  const inGroup = (author: { pn: string | null; lid: string | null; name: string | null }, body: string) =>
    messageFrom('', {
      ...{ peer: group, remoteJid: '120363041@g.us', body },
      ...{ author: { ...author, group: null }, participant: `${author.lid ?? author.pn}@lid` },
    })
  const first = {
    ...inGroup({ pn, lid, name: 'Carla' }, 'hers by both'),
    ...{ type: 'image', mediaPending: true },
  }
  await desk.report(first)
  const { companyId, connectionId, waId, fromMe } = first
  const about = { mimetype: 'image/png', fileName: 'a.png' }
  const blob = await desk.blobs.put(Buffer.from('x'), { companyId, ...about, maxSize: 10 })
  if (blob === 'too-large') throw new Error('one byte')
  const media = { ...about, blobId: blob.id, size: blob.size, seconds: null, voice: false }
  const messageId = (await desk.log('message.received')).at(-1)?.data.messageId
  await desk.report({ kind: 'media', companyId, connectionId, waId, fromMe, messageId, media })
  await desk.report(inGroup({ pn: null, lid, name: 'Carla' }, 'hers by linked id'))
  await desk.report(inGroup({ pn, lid: null, name: 'Carla' }, 'hers by number'))
  // The number belonged to another person then.
  await desk.report(inGroup({ pn, lid: other, name: 'Rui' }, 'of whoever had the number'))
  await desk.report(inGroup({ pn: '5511988887777', lid: null, name: 'Lia' }, 'of somebody else'))
  await desk.report(inGroup({ pn: null, lid, name: 'Carla' }, 'hers at the end'))
  await desk.shown()
  const bodies = async () => {
    const where = { companyId: COMPANY, contactId: Number(grouped?.contactId) }
    return (await desk.documents.find('messages', { where, limit: 9 })).map(({ body }) => body).sort()
  }
  const grouped = (await desk.log('message.received')).at(-1)?.data
  expect(await bodies()).toHaveLength(6)
  const answer = await desk.call(ADMIN, 'DELETE', `/contacts/${contactId}`)
  expect(answer.body.removed).toMatchObject({ messages: 6, files: 1 })
  expect(await desk.blobs.info(blob.id)).toBeNull()
  await desk.shown()
  expect(await bodies()).toEqual(['of somebody else', 'of whoever had the number'])
  expect(JSON.stringify(await desk.log('message.received'))).not.toContain('hers')
  expect(await desk.records.ticket(COMPANY, Number(grouped?.ticketId))).toMatchObject({
    lastMessage: '',
    lastAuthor: { kind: 'contact', userId: null },
  })
  // Rebuilt views have no other data of the message that opened the ticket.
  const opened = (await desk.log('ticket.opened')).find(({ data }) => data.ticketId === grouped?.ticketId)
  const told = (await desk.log('message.erased')).filter(({ data }) => data.ticketId === grouped?.ticketId)
  expect(told.map(({ data }) => data.standing)).toEqual(Array(4).fill(opened?.data.to))
  // An erased person who writes in the group again is a new member.
  await desk.report(inGroup({ pn, lid, name: 'Carla' }, 'hers afterwards'))
  await desk.shown()
  expect(await bodies()).toContain('hers afterwards')
  // A second delivery of an erased message has no effect.
  await desk.report(first)
  await desk.shown()
  expect(await bodies()).toHaveLength(3)
})
