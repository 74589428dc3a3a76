import '@guiche/contracts/testing/with-samples.js'
import { streams } from '@guiche/contracts/streams.js'
import { BLANK_SAMPLE } from '@guiche/contracts/testing/sample-records.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import {
  addCompanyData,
  type Ids,
  messageId,
  newContact,
  newMessage,
  newTicket,
} from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'

describe('GET /public/:blobId', () => {
  let desk: Desk
  let ids: Ids
  let agent: Agent
  let stranger: Agent
  let foreigner: Agent

  const store = async (mimetype: string, fileName: string, companyId = 1): Promise<string> => {
    const stored = await desk.blobs.put(Buffer.from('0123456789'), {
      companyId,
      mimetype,
      fileName,
      maxSize: 100,
    })
    if (stored === 'too-large') throw new Error('too large')
    return stored.id
  }
  let sent = 500
  const send = async (mimetype: string, fileName: string): Promise<string> => {
    const blobId = await store(mimetype, fileName)
    await newMessage(desk, ids, ++sent, 1, 1, '', { blobId })
    await desk.settled()
    return blobId
  }

  beforeAll(async () => {
    desk = await openDesk()
    ids = await addCompanyData(desk, 1)
    const foreign = await addCompanyData(desk, 2)
    agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
    stranger = await desk.signIn({ userId: ids.stranger, companyId: 1 })
    foreigner = await desk.signIn({ userId: foreign.admin, companyId: 2 })
    await newContact(desk, 1, 1, 'Maria', '5511900000001')
    await newTicket(desk, ids, 1, 1, { status: 'open', userId: ids.agent, queueId: ids.sales })
  })
  afterAll(() => desk?.close())

  it('goes to who may read the record, of which it is one among several files', async () => {
    const [first, second] = [await store('text/plain', 'um.txt'), await store('text/plain', 'dois.txt')]
    const files = (...ids: readonly string[]) => ({
      last: 2,
      list: ids.map((blobId, at) => ({
        id: at + 1,
        caption: '',
        media: { blobId, fileName: 'a.txt', mimetype: 'text/plain', size: 10 },
      })),
    })
    const happen = (type: string, data: object) =>
      desk.happen(1, streams.records('samples', 1), type as never, { ...BLANK_SAMPLE, ...data } as never)
    const statusOf = async (who: Agent, id: string) => (await desk.get(who, `/public/${id}`)).status
    await happen('sample.created.v1', { papers: files(first, second) })
    await desk.settled()
    expect([await statusOf(agent, first), await statusOf(agent, second)]).toEqual([200, 200])
    expect(await statusOf(foreigner, second)).toBe(404)
    await happen('sample.changed.v1', { papers: files(second) })
    await desk.settled()
    expect([await statusOf(agent, first), await statusOf(agent, second)]).toEqual([404, 200])
  })

  it('goes to who may open the ticket, by the cookie alone or a bearer token alone', async () => {
    const id = await send('image/png', 'a "photo" ção.png')
    const answer = await desk.get(agent, `/public/${id}`, { authorization: 'none' })
    expect([answer.status, answer.body]).toEqual([200, '0123456789'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '10',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect(answer.headers.get('content-disposition')).toBe(
      'inline; filename="a _photo_ __o.png"; filename*=UTF-8\'\'a%20%22photo%22%20%C3%A7%C3%A3o.png',
    )
    const bearerOnly = await fetch(`${desk.url}/api/public/${id}`, {
      headers: { authorization: `Bearer ${agent.token}` },
    })
    expect([bearerOnly.status, await bearerOnly.text()]).toEqual([200, '0123456789'])
    for (const other of [stranger, foreigner]) {
      const refused = await desk.get<{ error: string }>(other, `/public/${id}`)
      expect([refused.status, refused.body.error]).toEqual([404, 'ERR_NO_FILE_FOUND'])
    }
  })

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=20-', 416, '', 'bytes */10'],
    ['lines=1-2', 200, '0123456789', null],
    ['bytes=0-1,5-6', 200, '0123456789', null],
  ])('answers the range %s', async (range, status, body, contentRange) => {
    const id = await send('video/mp4', 'film.mp4')
    const answer = await desk.get(agent, `/public/${id}`, { range })
    expect([answer.status, answer.body, answer.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ])
  })

  it.each([
    ['text/html', 'page.html'],
    ['image/svg+xml', 'drawing.svg'],
    ['application/javascript', 'code.js'],
  ])('is a download and nothing else: %s', async (mimetype, fileName) => {
    const { headers } = await desk.get(agent, `/public/${await send(mimetype, fileName)}`)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('is given also if its name was stored with half a character', async () => {
    const answer = await desk.get(agent, `/public/${await send('image/png', 'foto \ud83d')}`)
    expect([answer.status, answer.body]).toEqual([200, '0123456789'])
    expect(answer.headers.get('content-disposition')).toMatch(/filename\*=UTF-8''foto%20$/)
  })

  it('is not sent again to who has it, and costs no body for HEAD', async () => {
    const id = await send('image/png', 'x.png')
    const { headers } = await desk.get(agent, `/public/${id}`)
    const again = await desk.get(agent, `/public/${id}`, { 'if-none-match': headers.get('etag') ?? '' })
    expect([again.status, again.body]).toEqual([304, ''])
    const head = await fetch(`${desk.url}/api/public/${id}`, {
      method: 'HEAD',
      headers: { cookie: `media=${agent.token}` },
    })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
  })

  it('has a preview if it is a picture, for who may see it, which is cached apart from the file', async () => {
    const create = { width: 4000, height: 2000, channels: 3, background: 'red' } as const
    const png = await sharp({ create }).png().toBuffer()
    const about = { companyId: 1, mimetype: 'image/png', fileName: 'large.png', maxSize: 1e6 }
    const stored = await desk.blobs.put(png, about)
    if (stored === 'too-large') throw new Error('too large')
    await newMessage(desk, ids, ++sent, 1, 1, '', { blobId: stored.id })
    await desk.settled()
    const preview = `/public/${stored.id}?preview=1`
    const cookie = `media=${agent.token}`
    const answer = await fetch(`${desk.url}/api${preview}`, { headers: { cookie } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const jpeg = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([jpeg.format, jpeg.width, jpeg.height]).toEqual(['jpeg', 1600, 800])
    const tag = answer.headers.get('etag') ?? ''
    expect((await desk.get(agent, preview, { 'if-none-match': tag })).status).toBe(304)
    expect((await desk.get(agent, `/public/${stored.id}`, { 'if-none-match': tag })).status).toBe(200)
    expect((await desk.get(stranger, preview)).status).toBe(404)
  })

  it('has no preview if it is no picture, or one that says so', async () => {
    for (const id of [await send('application/pdf', 'x.pdf'), await send('image/png', 'x.png')]) {
      const refused = await desk.get<{ error: string }>(agent, `/public/${id}?preview=1`)
      expect([refused.status, refused.body.error]).toEqual([415, 'ERR_MEDIA_TYPE'])
    }
  })

  it('is gone with the message that was deleted', async () => {
    const id = await send('image/png', 'x.png')
    await desk.happen(1, streams.message(messageId(sent)), 'message.revoked.v1', {
      messageId: messageId(sent),
      ticketId: 1,
      contactId: 1,
      connectionId: ids.connection,
      by: 'contact',
      userId: null,
    })
    await desk.settled()
    expect((await desk.get(agent, `/public/${id}`)).status).toBe(404)
  })

  it('a contact’s picture is for everybody in the company; a file without an owner for nobody', async () => {
    const picture = await store('image/jpeg', 'face.jpg')
    expect((await desk.get(stranger, `/public/${picture}`)).status).toBe(404)
    await desk.happen(1, streams.contact(1), 'contact.picture-changed.v1', { contactId: 1, blobId: picture })
    await desk.settled()
    expect((await desk.get(stranger, `/public/${picture}`)).status).toBe(200)
    expect((await desk.get(foreigner, `/public/${picture}`)).status).toBe(404)
  })

  it('the file of a connection’s greeting is for everybody in the company', async () => {
    const id = await store('image/png', 'prices.png')
    expect((await desk.get(agent, `/public/${id}`)).status).toBe(404)
    const media = { blobId: id, mimetype: 'image/png', fileName: 'prices.png', size: 10 }
    const texts = { greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' }
    const changed = { connectionId: ids.connection, name: 'Line', queueIds: [ids.sales], ...texts, media }
    await desk.happen(1, streams.connections(1), 'connection.changed.v1', changed)
    await desk.settled()
    expect((await desk.get(agent, `/public/${id}`)).status).toBe(200)
    expect((await desk.get(foreigner, `/public/${id}`)).status).toBe(404)
  })

  it.each(['..%2f..%2fetc%2fpasswd', 'a'.repeat(15), 'a.b.c.d.e.f.g.h.i.j'])('refuses %s', async (id) => {
    expect((await desk.get(agent, `/public/${id}`)).status).toBe(400)
  })
})
