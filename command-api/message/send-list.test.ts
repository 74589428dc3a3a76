import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, type Desk, FOREIGNER, OTHER_QUEUE, openDesk } from '../testing/desk.js'
import { fileListWith } from '../testing/file-list.js'

let desk: Desk
let chat: Awaited<ReturnType<typeof newCustomer>>
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  chat = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${chat.ticketId}`, { status: 'open' })
})

const sendMessage = (body: unknown, headers = {}, who = ANA) =>
  desk.call(who, 'POST', `/messages/${chat.ticketId}`, body, headers)
const requestedMessages = async () =>
  (await desk.log('message.requested')).flatMap(({ data }) => (data.ticketId === chat.ticketId ? [data] : []))
const requestedContents = async () =>
  (await requestedMessages()).map(({ body, media }) => [media?.fileName ?? null, body])
const LISTED = [
  [null, 'Tudo aqui, Carla'],
  ['b.txt', 'Segundo'],
  ['a.txt', ''],
]

describe('a file list that is sent with a message', () => {
  it('goes out behind the text: its message, then its files in their order with their captions', async () => {
    const list = await fileListWith(desk, 'Tudo aqui, {{firstName}}', ['b.txt', 'Segundo'], ['a.txt', ''])
    const answer = await sendMessage({ body: 'Olá', fileListId: list.id })
    expect([answer.status, answer.headers.get('x-message-id')?.split(',').length]).toEqual([200, 4])
    expect(await requestedContents()).toEqual([[null, 'Olá'], ...LISTED])
    const kept = (await requestedMessages()).flatMap(({ media }) => media ?? [])
    expect(kept.map(({ blobId }) => list.blobIds.includes(blobId))).toEqual([false, false])
    // The messages have copies of the files.
    await desk.call(ADMIN, 'DELETE', `/files/${list.id}`)
    expect(await Promise.all(kept.map(async ({ blobId }) => (await desk.blobs.info(blobId))?.size))).toEqual([
      5, 5,
    ])
  })

  it('goes out alone, and by a form behind its files', async () => {
    const list = await fileListWith(desk, 'Tudo aqui, {{firstName}}', ['b.txt', 'Segundo'], ['a.txt', ''])
    expect((await sendMessage({ body: '', fileListId: list.id })).status).toBe(200)
    expect(await requestedContents()).toEqual(LISTED)
    const form = new FormData()
    form.append('body', 'Foto')
    form.append('fileListId', String(list.id))
    form.append('medias', new Blob(['x'], { type: 'text/plain' }), 'x.txt')
    expect((await sendMessage(form)).status).toBe(200)
    expect(await requestedContents()).toEqual([...LISTED, ['x.txt', 'Foto'], ...LISTED])
  })

  it('goes out once for one Idempotency-Key, at once and in turn, also when it was changed or deleted since', async () => {
    const list = await fileListWith(desk, 'Tudo aqui, {{firstName}}', ['b.txt', 'Segundo'], ['a.txt', ''])
    const headers = { 'idempotency-key': newUuid() }
    const body = { body: 'Olá', fileListId: list.id }
    const all = await Promise.all([1, 2, 3].map(() => sendMessage(body, headers)))
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
    const expected = [[null, 'Olá'], ...LISTED]
    expect(await requestedContents()).toEqual(expected)
    const stored = await desk.blobs.used(ANA.companyId)
    const turned = { name: list.name, message: 'Outra', options: list.options.toReversed() }
    expect((await desk.call(ADMIN, 'PUT', `/files/${list.id}`, turned)).status).toBe(200)
    expect((await sendMessage(body, headers)).status).toBe(200)
    expect([await requestedContents(), await desk.blobs.used(ANA.companyId)]).toEqual([expected, stored])
    await desk.call(ADMIN, 'DELETE', `/files/${list.id}`)
    const again = await sendMessage(body, headers)
    expect([again.status, await requestedContents()]).toEqual([200, expected])
  })

  it('goes on where it was broken off', async () => {
    const list = await fileListWith(desk, 'Tudo aqui, {{firstName}}', ['b.txt', 'Segundo'], ['a.txt', ''])
    const headers = { 'idempotency-key': newUuid() }
    const { put } = desk.blobs
    let copies = 0
    desk.blobs.put = async (...args) => {
      if (++copies === 2) throw new Error('the disk is away')
      return put(...args)
    }
    const broken = await sendMessage({ body: 'Olá', fileListId: list.id }, headers)
    desk.blobs.put = put
    expect([broken.status, (await requestedContents()).length]).toEqual([500, 3])
    expect((await sendMessage({ body: 'Olá', fileListId: list.id }, headers)).status).toBe(200)
    expect(await requestedContents()).toEqual([[null, 'Olá'], ...LISTED])
  })

  it('sends nothing if the list is absent or of another company, or the writer may not write', async () => {
    const list = await fileListWith(desk, 'Oi', ['a.txt', ''])
    const foreign = await fileListWith(desk, 'Oi', ['a.txt', ''], { who: FOREIGNER })
    for (const fileListId of [999_999, foreign.id]) {
      const answer = await sendMessage({ body: 'Olá', fileListId })
      expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_FILE_LIST_FOUND'])
    }
    await desk.call(ADMIN, 'PUT', `/tickets/${chat.ticketId}`, { userId: BIA.userId, queueId: OTHER_QUEUE })
    expect((await sendMessage({ body: '', fileListId: list.id })).status).toBe(403)
    expect(await requestedContents()).toEqual([])
  })
})
