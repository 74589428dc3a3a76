import { MOST_VIEWS } from '@guiche/contracts/records/ticket-view.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADMIN, ANA, BIA, type Desk, FOREIGNER, openDesk } from '../testing/desk.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

type UserOfDesk = typeof ANA
const PATH = '/ticket-views'
const makeView = (who: UserOfDesk, body: object) => desk.call(who, 'POST', PATH, body)
const changeView = (who: UserOfDesk, id: number, body: object) => desk.call(who, 'PUT', `${PATH}/${id}`, body)
const removeView = (who: UserOfDesk, id: number) => desk.call(who, 'DELETE', `${PATH}/${id}`)
const newTag = async (name: string): Promise<{ id: number; name: string }> =>
  (await desk.call(ADMIN, 'POST', '/tags', { name, color: '#112233' })).body

describe('named views', () => {
  it('need a name alone, and are then the open list of their author', async () => {
    const { status, body } = await makeView(ANA, { name: ' Meus ' })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        ...{ name: 'Meus', team: false, status: 'open', queueIds: [], tags: [], users: [], priorities: [] },
        ...{ from: null, to: null, snoozed: false, userId: ANA.userId },
      }),
    ])
  })

  it('keep filters: each value once, named values in their own order', async () => {
    const { id: tagId } = await newTag('Orçamento')
    const said = { name: 'Urgentes', status: 'pending', tagIds: [tagId], priorities: ['urgent', 'high'] }
    const { body } = await makeView(ANA, { ...said, from: '2026-03-01', withUnread: true })
    expect(body).toMatchObject({
      ...{ status: 'pending', tagIds: [tagId], tags: [{ id: tagId, name: 'Orçamento' }] },
      ...{ priorities: ['high', 'urgent'], from: '2026-03-01', withUnread: true },
    })
    // An absent field keeps its value.
    expect((await changeView(ANA, body.id, { name: 'Hoje', priorities: null })).body).toMatchObject({
      ...{ name: 'Hoje', status: 'pending', tagIds: [tagId], priorities: [] },
    })
  })

  it.each([
    {},
    { name: ' ' },
    { name: 'a'.repeat(41) },
    { name: 'a', status: 'gone' },
    { name: 'a', status: { $ne: '' } },
    { name: 'a', priorities: ['soon'] },
    { name: 'a', priorities: ['high', 'high'] },
    { name: 'a', priorities: 'high' },
    { name: 'a', queueIds: 1 },
    { name: 'a', queueIds: Array.from({ length: 101 }, (_, n) => n + 1) },
    { name: 'a', from: '2026-02-30' },
    { name: 'a', snoozed: 'yes' },
    { name: 'a', where: { status: 'open' } },
  ])('refuse %j', async (body) => {
    expect((await makeView(ANA, body)).status).toBe(400)
  })

  it.each([
    [{ queueIds: [999_999] }, 'ERR_QUEUE_NOT_FOUND'],
    [{ tagIds: [999_999] }, 'ERR_NO_TAG_FOUND'],
    [{ userIds: [FOREIGNER.userId] }, 'ERR_NO_USER_FOUND'],
    [{ connectionIds: [999_999] }, 'ERR_NO_WAPP_FOUND'],
  ])('name nothing that the company has not: %j', async (named, error) => {
    expect((await makeView(ANA, { name: 'Alheia', ...named })).body).toEqual({ error })
  })

  it('of the team are changed by supervisors and admins alone, and private ones are hidden from others', async () => {
    const refused = { error: 'ERR_NO_PERMISSION' }
    expect((await makeView(ANA, { name: 'Da equipe', team: true })).body).toEqual(refused)
    const { id } = (await makeView(ADMIN, { name: 'Da equipe', team: true })).body
    expect((await changeView(BIA, id, { name: 'Minha' })).body).toEqual(refused)
    expect((await removeView(BIA, id)).body).toEqual(refused)
    const own = (await makeView(ANA, { name: 'Só minha' })).body
    for (const who of [BIA, ADMIN, FOREIGNER]) {
      for (const answer of [await changeView(who, own.id, { name: 'Sua' }), await removeView(who, own.id)])
        expect(answer.body).toEqual({ error: 'ERR_NO_VIEW_FOUND' })
    }
    expect((await removeView(ANA, own.id)).status).toBe(200)
  })

  it('have unique names for each owner; two users may use the same name', async () => {
    expect((await makeView(ANA, { name: 'Pendências' })).status).toBe(200)
    expect((await makeView(ANA, { name: 'PENDÊNCIAS' })).body).toEqual({
      error: 'ERR_VIEW_NAME_ALREADY_EXISTS',
    })
    expect((await makeView(BIA, { name: 'Pendências' })).status).toBe(200)
    const made = await makeView(ADMIN, { name: 'Pendências', team: true })
    expect(made.status).toBe(200)
  })

  it('keep deleted things, and show that these are deleted', async () => {
    const [gone, kept] = [await newTag('Some logo'), await newTag('Fica aqui')]
    const { id } = (await makeView(ANA, { name: 'Duas', tagIds: [gone.id, kept.id] })).body
    expect((await desk.call(ADMIN, 'DELETE', `/tags/${gone.id}`)).status).toBe(200)
    const { body } = await changeView(ANA, id, { name: 'As duas' })
    expect(body).toMatchObject({
      tagIds: [gone.id, kept.id],
      tags: [{ id: kept.id, name: kept.name }],
    })
    // A change of another filter keeps the deleted tag in the view.
    const next = await newTag('Mais uma')
    const more = { name: 'As três', tagIds: [gone.id, kept.id, next.id] }
    expect((await changeView(ANA, id, more)).body).toMatchObject({ tagIds: more.tagIds })
    // A deleted tag cannot be added again.
    expect((await changeView(ANA, id, { name: 'x', tagIds: [] })).status).toBe(200)
    expect((await changeView(ANA, id, { name: 'x', tagIds: [gone.id] })).body).toEqual({
      error: 'ERR_NO_TAG_FOUND',
    })
  })

  it('are so many of one person, with a word about it; the team has its own number', async () => {
    const one = BIA
    let status = 200
    let made = 0
    while (status === 200 && made <= MOST_VIEWS) {
      ;({ status } = await makeView(one, { name: `Nº ${made}` }))
      if (status === 200) made++
    }
    // One view was created above.
    expect(made).toBe(MOST_VIEWS - 1)
    const { body } = await makeView(one, { name: 'mais uma' })
    expect(body).toMatchObject({ error: 'ERR_TOO_MANY_VIEWS' })
    expect((await makeView(ADMIN, { name: 'Outra da equipe', team: true })).status).toBe(200)
  })
})
