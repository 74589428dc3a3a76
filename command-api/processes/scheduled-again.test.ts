import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADMIN, ANA, CONNECTION, type Desk } from '../testing/desk.js'
import { openPlanningDesk, PLANNED_AT, planningAt } from '../testing/planned.js'

let desk: Desk
beforeAll(async () => {
  desk = await openPlanningDesk()
})
afterAll(() => desk.close())

const { plan, upload, work, shown, said, attended, failing } = planningAt(() => desk)
const blockContact = (contactId: number) =>
  desk.call(ADMIN, 'PUT', `/contacts/${contactId}/block`, { whatsappId: CONNECTION, blocked: true })

/** A planned message with an unknown outcome. */
const sentUnsaid = async () => {
  const known = await attended()
  const { id } = await plan({ contactId: known.contactId })
  await upload(id)
  desk.setTime(PLANNED_AT)
  await work(failing(id, 'ENVIADA', () => true)).catch(() => undefined)
  expect([(await said(known.contactId)).length, (await shown(id))?.status]).toEqual([1, 'AGENDADA'])
  return { ...known, id }
}

describe('a planned message that is tried again', () => {
  it('is sent once when the process dies before it says so', async () => {
    const { id, contactId } = await sentUnsaid()
    const busy = { error: 'ERR_SCHEDULE_SENT' }
    expect((await desk.call(ANA, 'DELETE', `/schedules/${id}`)).body).toEqual(busy)
    expect(
      (await desk.call(ANA, 'PUT', `/schedules/${id}`, { body: 'Outra coisa', sendAt: PLANNED_AT })).body,
    ).toEqual(busy)
    desk.setTime('2026-03-02T15:10:00.000Z')
    await work()
    expect(await said(contactId)).toHaveLength(1)
    expect(await shown(id)).toMatchObject({ status: 'ENVIADA' })
  })

  it.each([
    ['its contact is blocked', ({ contactId }: { contactId: number }) => blockContact(contactId)],
    [
      'its ticket is deleted',
      ({ ticketId }: { ticketId: number }) => desk.call(ADMIN, 'DELETE', `/tickets/${ticketId}`),
    ],
  ])('is marked as sent, also days later, if %s meanwhile', async (_, happens) => {
    const sent = await sentUnsaid()
    expect((await happens(sent)).status).toBe(200)
    desk.setTime('2026-03-05T09:00:00.000Z')
    await work()
    expect(await shown(sent.id)).toMatchObject({ status: 'ENVIADA', error: null })
    expect(await said(sent.contactId)).toHaveLength(1)
  })

  it('is marked as sent if it is given up after its request', async () => {
    const { contactId } = await attended()
    const { id } = await plan({ contactId })
    let tries = 0
    const four = failing(id, 'ENVIADA', () => ++tries <= 4)
    for (const minute of ['00', '10', '20', '30']) {
      desk.setTime(`2026-03-02T15:${minute}:00.000Z`)
      await work(four).catch(() => undefined)
    }
    expect(tries).toBe(5)
    expect(await shown(id)).toMatchObject({ status: 'ENVIADA', error: null })
    expect(await said(contactId)).toHaveLength(1)
  })

  it('keeps its new time where it was given up for the former one', async () => {
    const { contactId } = await attended()
    const { id } = await plan({ contactId })
    const later = { body: 'Mais tarde', sendAt: '2026-03-05T15:00:00.000Z' }
    let tries = 0
    const parts = failing(id, 'AGENDADA', async () => {
      tries += 1
      if (tries === 4) expect((await desk.call(ANA, 'PUT', `/schedules/${id}`, later)).status).toBe(200)
      return true
    })
    for (const minute of ['00', '10', '20', '30']) {
      desk.setTime(`2026-03-02T15:${minute}:00.000Z`)
      await work(parts).catch(() => undefined)
    }
    expect(tries).toBe(4)
    expect(await shown(id)).toMatchObject({ ...later, status: 'PENDENTE', error: null })
  })
})

describe('the file of a planned message that is brought again under its key', () => {
  it('is answered as at first, also when the message was sent meanwhile', async () => {
    const { contactId } = await attended()
    const { id } = await plan({ contactId, mediaFollows: true })
    const bring = (name: string) => upload(id, name, ANA, { 'idempotency-key': 'brought-once' })
    const first = await bring('boleto.txt')
    desk.setTime(PLANNED_AT)
    await work()
    expect(await shown(id)).toMatchObject({ status: 'ENVIADA' })
    const before = await desk.log()
    const again = await bring('boleto.txt')
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'))
    expect((await bring('outro.txt')).body).toEqual({ error: 'ERR_IDEMPOTENCY_KEY_REUSED' })
    expect((await upload(id)).body).toEqual({ error: 'ERR_SCHEDULE_SENT' })
    expect(await desk.log()).toEqual(before)
    const [{ blobId }] = (await said(contactId)).map(({ media }) => media)
    expect(await desk.blobs.info(blobId)).not.toBeNull()
  })
})
