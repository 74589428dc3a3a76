import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData, type Ids, openDeskWithCompany } from '../testing/company-data.js'
import type { Agent, Desk } from '../testing/desk.js'
import { connectSocket } from '../testing/socket.js'

describe('quick messages', () => {
  let desk: Desk
  let ids: Ids
  let agent: Agent
  let stranger: Agent
  let foreigner: Agent

  beforeAll(async () => {
    ;({ desk, ids, agent } = await openDeskWithCompany())
    stranger = await desk.signIn({ userId: ids.stranger, companyId: 1 })
    const foreign = await addCompanyData(desk, 2)
    foreigner = await desk.signIn({ userId: foreign.agent, companyId: 2 })
  })
  afterAll(() => desk?.close())

  const make = (quickmessageId: number, shortcode: string, userId: number, more: object = {}) =>
    desk.happen(1, streams.records('quick-messages', 1), 'quickmessage.created.v1', {
      ...{ quickmessageId, shortcode, message: '', media: null, geral: 0, status: 1, userId },
      ...more,
    })
  const codes = async (who: Agent) => {
    const { body } = await desk.get<{ shortcode: string }[]>(who, '/quick-messages/list?userId=1&companyId=2')
    return body.map(({ shortcode }) => shortcode)
  }

  it('are one’s own and those of everybody, with their files', async () => {
    const stored = await desk.blobs.put(Buffer.from('preços'), {
      ...{ companyId: 1, mimetype: 'application/pdf', fileName: 'preços.pdf', maxSize: 100 },
    })
    if (stored === 'too-large') throw new Error('too large')
    const { id: blobId, fileName, mimetype, size } = stored
    const media = { blobId, fileName, mimetype, size }
    await make(1, 'z meu', ids.agent, { media })
    await make(2, 'a de todos', ids.admin, { geral: 1 })
    await make(3, 'b do admin', ids.admin)
    await desk.settled()
    expect(await codes(agent)).toEqual(['a de todos', 'z meu'])
    expect(await codes(stranger)).toEqual(['a de todos'])
    expect(await codes(foreigner)).toEqual([])
    const { body } = await desk.get<{ records: object[]; count: number }>(
      agent,
      '/quick-messages?searchParam=meu',
    )
    expect([body.count, body.records]).toEqual([
      1,
      [
        expect.objectContaining({
          ...{ isMedia: true, mediaName: 'preços.pdf', mediaPath: `/api/public/${blobId}`, status: true },
        }),
      ],
    ])
    expect((await desk.get(stranger, '/quick-messages/1')).status).toBe(404)
    expect((await desk.get(agent, `/public/${blobId}`)).body).toBe('preços')
    for (const who of [stranger, foreigner])
      expect((await desk.get(who, `/public/${blobId}`)).status).toBe(404)
  })

  it('have a category that is searched for, and queues whose names are shown; those of before have neither', async () => {
    await make(5, 'd fila', ids.agent, { category: 'Entrega', queueIds: [ids.sales, 999] })
    await desk.settled()
    const { body } = await desk.get<{ records: object[] }>(agent, '/quick-messages?searchParam=entrega')
    expect(body.records).toEqual([
      expect.objectContaining({
        ...{ id: 5, category: 'Entrega', queueIds: [ids.sales] },
        queues: [{ id: ids.sales, name: expect.any(String) }],
      }),
    ])
    const before = await desk.get<object>(agent, '/quick-messages/1')
    expect(before.body).toMatchObject({ category: '', queueIds: [], queues: [], uses: 0 })
  })

  it('tell how often all have used them, and the caller what is his own use', async () => {
    const use = (messageId: string, quickmessageId: number, userId: number) =>
      desk.happen(1, streams.message(messageId), 'message.requested.v1', {
        ...{ messageId, ticketId: 1, contactId: 1, connectionId: 1, waId: messageId, kind: 'conversation' },
        ...{ body: 'Olá', media: null, quotedId: null, forwarded: false, to: '55@s.whatsapp.net' },
        ...{ userId, source: 'user', quickmessageId },
      })
    await use('a', 1, ids.agent)
    await use('b', 2, ids.agent)
    await use('c', 2, ids.agent)
    await use('d', 2, ids.stranger)
    await desk.settled()
    const all = await desk.get<{ id: number; uses: number }[]>(agent, '/quick-messages/list')
    expect(all.body.map(({ id, uses }) => [id, uses])).toEqual([
      [2, 3],
      [5, 0],
      [1, 1],
    ])
    const own = async (who: Agent) => (await desk.get(who, '/quick-messages/uses')).body
    expect(await own(agent)).toEqual([
      { id: 2, uses: 2 },
      { id: 1, uses: 1 },
    ])
    expect(await own(stranger)).toEqual([{ id: 2, uses: 1 }])
    expect(await own(foreigner)).toEqual([])
  })

  it('that are not everybody’s any more leave the others’ screens', async () => {
    await make(4, 'c breve', ids.agent, { geral: 1 })
    await desk.settled()
    const [own, others] = [await connectSocket(desk, agent), await connectSocket(desk, stranger)]
    await desk.happen(1, streams.records('quick-messages', 1), 'quickmessage.changed.v1', {
      ...{ quickmessageId: 4, shortcode: 'c meu', message: '', media: null, geral: 0, status: 1 },
      userId: ids.agent,
    })
    const isOurs = ({ event }: { event: string }) => event === 'company-1-quickmessage'
    expect((await own.waitFor(isOurs)).data).toMatchObject({
      action: 'update',
      record: { id: 4, geral: false },
    })
    expect((await others.waitFor(isOurs)).data).toEqual({ action: 'delete', id: 4 })
    own.close()
    others.close()
  })
})
