import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADMIN, ANA, type Desk } from '../testing/desk.js'
import { fileListWith } from '../testing/file-list.js'
import { openPlanningDesk, PLANNED_AT, planningAt } from '../testing/planned.js'

let desk: Desk
beforeAll(async () => {
  desk = await openPlanningDesk()
})
afterAll(() => desk.close())

const { plan, work, due, taken, shown, said, attended, failing } = planningAt(() => desk)
const withList = async () => {
  const known = await attended()
  const list = await fileListWith(desk, 'As tabelas, {{firstName}}', ['b.txt', 'Segundo'], ['a.txt', ''])
  const { id } = await plan({ contactId: known.contactId, fileListId: list.id })
  return { ...known, list, id }
}
const textsOf = async (contactId: number) =>
  (await said(contactId)).map(({ body, media }) => [media?.fileName ?? null, body])
const ALL = [
  [null, 'Olá, Carla!'],
  [null, 'As tabelas, Carla'],
  ['b.txt', 'Segundo'],
  ['a.txt', ''],
]

describe('a planned message with a file list', () => {
  it('goes out with the message and the files of the list in their order, and is sent when WhatsApp has all', async () => {
    const { id, contactId } = await withList()
    desk.setTime(PLANNED_AT)
    await due()
    expect([await textsOf(contactId), (await shown(id))?.status]).toEqual([ALL, 'AGENDADA'])
    await taken()
    await due()
    expect(await shown(id)).toMatchObject({ status: 'ENVIADA', error: null })
  })

  it('is sent once when the process dies before it says so', async () => {
    const { id, contactId } = await withList()
    desk.setTime(PLANNED_AT)
    await work(failing(id, 'ENVIADA', () => true)).catch(() => undefined)
    expect((await shown(id))?.status).toBe('AGENDADA')
    desk.setTime('2026-03-02T15:10:00.000Z')
    await work()
    expect([await textsOf(contactId), (await shown(id))?.status]).toEqual([ALL, 'ENVIADA'])
  })

  it('goes on where it was broken off', async () => {
    const { id, contactId } = await withList()
    desk.setTime(PLANNED_AT)
    const { put } = desk.blobs
    let copies = 0
    desk.blobs.put = async (...args) => {
      if (++copies === 2) throw new Error('the disk is away')
      return put(...args)
    }
    await due().catch(() => undefined)
    desk.blobs.put = put
    expect(await textsOf(contactId)).toEqual(ALL.slice(0, 3))
    desk.setTime('2026-03-02T15:10:00.000Z')
    // The sent part makes the process continue the list.
    await work()
    await work()
    expect([await textsOf(contactId), (await shown(id))?.status]).toEqual([ALL, 'ENVIADA'])
  })

  it('has failed where WhatsApp refuses one of its messages', async () => {
    const { id } = await withList()
    desk.setTime(PLANNED_AT)
    await due()
    await taken('ERR_SENDING_WAPP_MSG')
    await due()
    expect(await shown(id)).toMatchObject({ status: 'ERRO', error: 'ERR_SENDING_WAPP_MSG' })
  })

  it('keeps its list from being deleted until it is sent', async () => {
    const { id, contactId, list } = await withList()
    const remove = () => desk.call(ADMIN, 'DELETE', `/files/${list.id}`)
    await desk.shown()
    expect((await remove()).body).toEqual({
      error: 'ERR_FILE_LIST_IN_SCHEDULE',
      details: { names: '“Olá, {{firstName}}!”' },
    })
    desk.setTime(PLANNED_AT)
    await work()
    expect((await remove()).body).toEqual({ message: 'File List deleted' })
    expect(await textsOf(contactId)).toEqual(ALL)
    expect(await shown(id)).toMatchObject({ status: 'ENVIADA' })
  })

  it('is planned without the list where a person takes that off', async () => {
    const { id, contactId, list } = await withList()
    await desk.call(ANA, 'PUT', `/schedules/${id}`, {
      body: 'Só texto',
      sendAt: PLANNED_AT,
      fileListId: null,
    })
    expect((await desk.call(ADMIN, 'DELETE', `/files/${list.id}`)).status).toBe(200)
    desk.setTime(PLANNED_AT)
    await work()
    expect(await textsOf(contactId)).toEqual([[null, 'Só texto']])
  })
})
