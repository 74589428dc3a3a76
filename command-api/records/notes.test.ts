import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { contactDecider } from '../contact/decide.js'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, type Desk, FOREIGNER, OTHER_QUEUE, openDesk, STRANGER } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'

let desk: Desk
let ids: { contactId: number; ticketId: number }
beforeAll(async () => {
  desk = await openDesk()
  ids = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${ids.ticketId}`, { status: 'open', queueId: 21 })
})
afterAll(() => desk.close())

type UserOfDesk = typeof ANA
const writeNote = (who: UserOfDesk, body: object) => desk.call(who, 'POST', '/ticket-notes', body)
const removeNote = (who: UserOfDesk, id: number) => desk.call(who, 'DELETE', `/ticket-notes/${id}`)
const writtenNotes = () => desk.log('note.')

describe('contact notes over HTTP', () => {
  it('are about a ticket and its contact, with their author', async () => {
    const { contactId, ticketId } = ids
    const { status, body } = await writeNote(ANA, { note: ' Prefere ligações à tarde. ', ticketId })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        note: 'Prefere ligações à tarde.',
        contactId,
        ticketId,
        userId: ANA.userId,
        user: expect.objectContaining({ id: ANA.userId }),
        contact: { id: contactId, name: 'Carla & Filhos' },
        ticket: expect.objectContaining({ id: ticketId, status: 'open' }),
      }),
    ])
    const [event] = (await writtenNotes()).slice(-1)
    expect([event?.stream, event?.data]).toEqual([
      streams.record('note', body.id),
      {
        noteId: body.id,
        note: 'Prefere ligações à tarde.',
        contactId,
        ticketId,
        userId: ANA.userId,
        mentions: [],
      },
    ])
  })

  it('keep the mentioned users of the company, each once and twenty at most', async () => {
    const { ticketId } = ids
    const note = '@Bia e @Zé, vejam'
    const { status, body } = await writeNote(ANA, { note, ticketId, mentions: [BIA.userId, STRANGER.userId] })
    expect([status, body.mentions.map(({ id }: { id: number }) => id)]).toEqual([
      200,
      [BIA.userId, STRANGER.userId],
    ])
    const [event] = (await writtenNotes()).slice(-1)
    expect(event?.data).toMatchObject({ mentions: [BIA.userId, STRANGER.userId] })
    const refused: readonly unknown[] = [
      [BIA.userId, FOREIGNER.userId],
      [999_999],
      [BIA.userId, BIA.userId],
      Array.from({ length: 21 }, (_, n) => n + 1),
      ['2'],
      BIA.userId,
    ]
    const answers = await Promise.all(refused.map((mentions) => writeNote(ANA, { note, ticketId, mentions })))
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [404, 'ERR_NO_USER_FOUND'],
      [404, 'ERR_NO_USER_FOUND'],
      [400, 'ERR_VALIDATION'],
      [400, 'ERR_VALIDATION'],
      [400, 'ERR_VALIDATION'],
      [400, 'ERR_VALIDATION'],
    ])
    expect((await writtenNotes()).at(-1)?.position).toBe(event?.position)
  })

  it('may be about the contact alone', async () => {
    const { status, body } = await writeNote(BIA, { note: 'ok', contactId: ids.contactId })
    expect([status, body.ticketId, body.ticket]).toEqual([200, null, null])
  })

  it('are refused if they name things that the author may not see, and nothing is written', async () => {
    const other = await newCustomer(desk)
    const before = (await writtenNotes()).length
    const { contactId, ticketId } = ids
    const answers = [
      await writeNote(ANA, { note: 'x', contactId }),
      await writeNote(ANA, { note: ' x ', contactId }),
      await writeNote(ANA, { contactId }),
      await writeNote(ANA, { note: 'sem contato' }),
      await writeNote(ANA, { note: 'de ninguém', contactId: 999_999 }),
      await writeNote(ANA, { note: 'de ninguém', ticketId: 999_999 }),
      await writeNote(FOREIGNER, { note: 'de fora', contactId }),
      await writeNote(FOREIGNER, { note: 'de fora', ticketId }),
      await writeNote(STRANGER, { note: 'de outra fila', ticketId }),
      await writeNote(ANA, { note: 'de outro', ticketId, contactId: other.contactId }),
      await writeNote(ANA, { note: 'de outro', contactId, userId: 1 }),
    ]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, 'ERR_TICKETNOTE_INVALID_NAME'],
      [400, 'ERR_TICKETNOTE_INVALID_NAME'],
      [400, 'ERR_TICKETNOTE_INVALID_NAME'],
      [404, 'ERR_NO_CONTACT_FOUND'],
      [404, 'ERR_NO_CONTACT_FOUND'],
      [404, 'ERR_NO_TICKET_FOUND'],
      [404, 'ERR_NO_CONTACT_FOUND'],
      [404, 'ERR_NO_TICKET_FOUND'],
      [403, 'ERR_NO_PERMISSION'],
      [404, 'ERR_NO_CONTACT_FOUND'],
      [400, 'ERR_VALIDATION'],
    ])
    expect((await writtenNotes()).length).toBe(before)
  })

  it('are deleted by their author or an admin, and by nobody else', async () => {
    const { body } = await writeNote(ANA, { note: 'Engano', ticketId: ids.ticketId })
    expect((await removeNote(FOREIGNER, body.id)).body).toEqual({ error: 'ERR_NO_TICKETNOTE_FOUND' })
    expect((await removeNote(BIA, body.id)).body).toEqual({ error: 'ERR_NO_PERMISSION' })
    const gone = await removeNote(ANA, body.id)
    expect([gone.status, gone.body]).toEqual([200, { message: 'Observação removida' }])
    expect((await removeNote(ANA, body.id)).body).toEqual({ error: 'ERR_NO_TICKETNOTE_FOUND' })
    const second = await writeNote(ANA, { note: 'Mais uma', contactId: ids.contactId })
    expect((await removeNote(ADMIN, second.body.id)).status).toBe(200)
    // No document contains the deleted text.
    const [kept] = await desk.documents.find('deleted-notes', { where: { companyId: 1 }, limit: 9 })
    expect(kept).toMatchObject({ note: '', contactId: ids.contactId })
  })

  it('cannot be changed', async () => {
    expect((await desk.call(ADMIN, 'PUT', '/ticket-notes/1', { note: 'outra' })).status).toBe(405)
  })

  it('are written once for one Idempotency-Key', async () => {
    const once = () =>
      desk.call(ANA, 'POST', '/ticket-notes', { note: 'uma vez', ...ids }, { 'idempotency-key': 'note-1' })
    const [first, second] = [await once(), await once()]
    expect(second.body).toEqual(first.body)
  })

  it('a repetition is answered although the author has lost the ticket since', async () => {
    const { ticketId } = await newCustomer(desk)
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    const once = (headers = {}) =>
      desk.call(ANA, 'POST', '/ticket-notes', { note: 'só uma', ticketId }, headers)
    const key = { 'idempotency-key': 'note-2' }
    const first = await once(key)
    await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { userId: BIA.userId, queueId: OTHER_QUEUE })
    const again = await once(key)
    expect([first.status, again.status, again.body]).toEqual([200, 202, { id: first.body.id, hidden: true }])
    expect((await once()).body).toEqual({ error: 'ERR_NO_PERMISSION' })
    expect((await writtenNotes()).filter(({ data }) => data.note === 'só uma')).toHaveLength(1)
  })

  it('are taken back when the contact begins to be erased meanwhile', async () => {
    const { contactId } = await newCustomer(desk)
    const before = (await writtenNotes()).filter(({ stream }) => stream.startsWith('note-')).length
    const ask = desk.kernel.execute(contactDecider, streams.contact(contactId), { kind: 'erase' }, metaFor())
    const [{ status, body }] = await Promise.all([writeNote(ANA, { note: 'tarde demais', contactId }), ask])
    expect([200, 409]).toContain(status)
    if (status === 409) expect(body).toEqual({ error: 'ERR_CONTACT_ERASED' })
    await desk.shown()
    await desk.conversations.duePools.erase.work()
    const left = (await writtenNotes()).filter(({ stream }) => stream.startsWith('note-'))
    expect(left.length).toBe(before)
    expect((await writeNote(ANA, { note: 'tarde demais', contactId })).status).not.toBe(200)
  })
})
