import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, type Desk, FOREIGNER, openDesk, STRANGER } from '../testing/desk.js'

let desk: Desk
let ids: { contactId: number; ticketId: number }
beforeAll(async () => {
  desk = await openDesk()
  ids = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${ids.ticketId}`, { status: 'open', queueId: 21 })
})
afterAll(() => desk.close())

describe('tags of a ticket', () => {
  const tag = async (name: string) => (await desk.call(ANA, 'POST', '/tags', { name })).body.id as number
  const sync = (who: typeof ANA, tags: readonly number[], ticketId = ids.ticketId) =>
    desk.call(who, 'POST', '/tags/sync', { ticketId, tags: tags.map((id) => ({ id, name: 'whatever' })) })
  const shown = (answer: { body: { tags: { id: number }[] } }) => answer.body.tags.map(({ id }) => id)

  it('are the last named ones, each event written once', async () => {
    const [one, two, three] = [await tag('Um só'), await tag('Dois'), await tag('Três')]
    expect(shown(await sync(ANA, [one, two, one]))).toEqual([one, two])
    const second = await sync(ANA, [three, two])
    expect(second.body.tags).toEqual([
      { id: two, name: 'Dois', color: '#A4CCCC', TicketTag: { ticketId: ids.ticketId, tagId: two } },
      { id: three, name: 'Três', color: '#A4CCCC', TicketTag: { ticketId: ids.ticketId, tagId: three } },
    ])
    const told = async () =>
      [...(await desk.log('ticket.tagged')), ...(await desk.log('ticket.untagged'))].map(
        ({ type, data }) => `${type.split('.')[1]} ${data.tagId}`,
      )
    const expected = [`tagged ${one}`, `tagged ${two}`, `tagged ${three}`, `untagged ${one}`]
    expect(await told()).toEqual(expected)
    await sync(ANA, [two, three])
    expect(await told()).toEqual(expected)
    const counts = await desk.documents.getMany('tag-counts', [one, two, three])
    expect([one, two, three].map((id) => counts.get(String(id))?.count)).toEqual([0, 1, 1])
  })

  it('are added to unknown present ones', async () => {
    const [one, two] = [await tag('A primeira'), await tag('A segunda')]
    await sync(ANA, [one])
    const body = { ticketId: ids.ticketId, tags: [{ id: two }], add: true }
    expect(shown(await desk.call(ANA, 'POST', '/tags/sync', body))).toEqual([one, two])
  })

  it('are refused where they are not there, or the ticket is not the caller’s', async () => {
    const own = await tag('Minha')
    const foreign = (await desk.call(FOREIGNER, 'POST', '/tags', { name: 'Alheia' })).body.id
    const answers = [
      await sync(ANA, [own, foreign]),
      await sync(ANA, [999_999]),
      await sync(STRANGER, [own]),
      await sync(FOREIGNER, [foreign]),
      await sync(ANA, [own], 999_999),
      await desk.call(ANA, 'POST', '/tags/sync', { ticketId: ids.ticketId, tags: [own] }),
      await desk.call(ANA, 'POST', '/tags/sync', { ticketId: ids.ticketId }),
    ]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [404, 'ERR_NO_TAG_FOUND'],
      [404, 'ERR_NO_TAG_FOUND'],
      [403, 'ERR_NO_PERMISSION'],
      [404, 'ERR_NO_TICKET_FOUND'],
      [404, 'ERR_NO_TICKET_FOUND'],
      [400, 'ERR_VALIDATION'],
      [400, 'ERR_VALIDATION'],
    ])
  })

  it('show no tag that was deleted while a ticket was given it', async () => {
    const [kept, gone] = [await tag('Fica'), await tag('Some')]
    const [synced] = await Promise.all([sync(ANA, [kept, gone]), desk.call(ANA, 'DELETE', `/tags/${gone}`)])
    expect([200, 404]).toContain(synced.status)
    await desk.shown()
    const [ticket] = await desk.records.presentTickets(
      [await desk.records.ticket(COMPANY, ids.ticketId)].flatMap((doc) => doc ?? []),
    )
    expect(ticket?.tags.map(({ name }) => name)).not.toContain('Some')
    // A tag that is not visible does not block the next change.
    expect(shown(await sync(ANA, [kept]))).toEqual([kept])
  })

  it('are counted no more when the ticket is deleted', async () => {
    const other = await newCustomer(desk)
    const id = await tag('Contada')
    await sync(ADMIN, [id], other.ticketId)
    const count = async () => (await desk.documents.getMany('tag-counts', [id])).get(String(id))?.count
    expect(await count()).toBe(1)
    await desk.call(ADMIN, 'PUT', `/tickets/${other.ticketId}`, { status: 'closed' })
    expect(await count()).toBe(1)
    await desk.call(ADMIN, 'DELETE', `/tickets/${other.ticketId}`)
    await desk.shown()
    expect(await count()).toBe(0)
  })
})

describe('a tag', () => {
  it('is changed and deleted by its author or an admin', async () => {
    const { id } = (await desk.call(ANA, 'POST', '/tags', { name: 'Da Ana' })).body
    const change = (who: typeof ANA, name: string) => desk.call(who, 'PUT', `/tags/${id}`, { name })
    const remove = (who: typeof ANA) => desk.call(who, 'DELETE', `/tags/${id}`)
    const refused = [403, { error: 'ERR_NO_PERMISSION' }]
    for (const { status, body } of [await change(STRANGER, 'Minha'), await remove(STRANGER)]) {
      expect([status, body]).toEqual(refused)
    }
    expect((await change(ANA, 'Da Ana, outra')).body.name).toBe('Da Ana, outra')
    expect((await change(ADMIN, 'De todos')).body.name).toBe('De todos')
    expect((await remove(ANA)).status).toBe(200)
    const other = (await desk.call(ANA, 'POST', '/tags', { name: 'Da Ana' })).body.id
    expect((await desk.call(ADMIN, 'DELETE', `/tags/${other}`)).status).toBe(200)
  })
})

describe('a kanban tag', () => {
  it('is made by supervisors and admins', async () => {
    const made = await desk.call(ANA, 'POST', '/tags', { name: 'Faixa', kanban: 1 })
    expect([made.status, made.body]).toEqual([403, { error: 'ERR_NO_PERMISSION' }])
    const { body } = await desk.call(ADMIN, 'POST', '/tags', { name: 'Faixa', kanban: true })
    expect(body.kanban).toBe(1)
    // Upper and lower case find the same tag.
    expect((await desk.call(ANA, 'POST', '/tags', { name: 'faixa' })).body.id).toBe(body.id)
    expect((await desk.call(ANA, 'PUT', `/tags/${body.id}`, { name: 'Outra' })).status).toBe(403)
  })
})
