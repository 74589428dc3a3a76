import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ANA, COMPANY, CONNECTION, type Desk } from '../testing/desk.js'
import { openPlanningDesk, PLANNED_AT, planningAt } from '../testing/planned.js'

let desk: Desk
beforeAll(async () => {
  desk = await openPlanningDesk()
})
afterAll(() => desk.close())

const { plan, due, taken, shown, said, attended } = planningAt(() => desk)

describe('the outcome of a planned message', () => {
  it('is “sent” only when WhatsApp has the message; a failed message has its reason', async () => {
    const [one, other, third] = [await attended(), await attended(), await attended()]
    const ids = []
    for (const { contactId } of [one, other]) ids.push((await plan({ contactId })).id)
    desk.setTime(PLANNED_AT)
    await due()
    // The number is disconnected for hours.
    desk.setTime('2026-03-02T18:00:00.000Z')
    await due()
    for (const id of ids)
      expect(await shown(id)).toMatchObject({ status: 'AGENDADA', sentAt: null, error: null })
    const [message] = await said(other.contactId)
    await desk.call(ANA, 'DELETE', `/messages/${message.messageId}`)
    await desk.report({
      ...{ kind: 'revoked', companyId: COMPANY, connectionId: CONNECTION, waId: message.waId, fromMe: true },
      by: 'us',
    })
    await due()
    expect(await shown(ids[1])).toMatchObject({ status: 'ERRO', error: 'ERR_MESSAGE_DELETED' })
    expect(await taken()).toBe(true)
    await due()
    expect(await shown(ids[0])).toMatchObject({ status: 'ENVIADA', sentAt: '2026-03-02T18:00:00.000Z' })
    const { id } = await plan({ contactId: third.contactId, sendAt: '2026-03-02T19:00:00.000Z' })
    desk.setTime('2026-03-02T19:00:00.000Z')
    await due()
    await taken('ERR_SENDING_WAPP_MSG')
    await due()
    expect(await shown(id)).toMatchObject({ status: 'ERRO', error: 'ERR_SENDING_WAPP_MSG', sentAt: null })
    expect(await said(third.contactId)).toHaveLength(1)
  })

  it('is refused for a time that has passed', async () => {
    const { contactId } = await attended()
    const past = { error: 'ERR_VALIDATION' }
    expect(await plan({ contactId, sendAt: '2026-03-02T11:58:00.000Z' })).toMatchObject(past)
    const { id } = await plan({ contactId, sendAt: '2026-03-02T11:59:30.000Z' })
    const change = { body: 'Outra coisa', sendAt: '2025-03-02T15:00:00.000Z' }
    expect((await desk.call(ANA, 'PUT', `/schedules/${id}`, change)).body).toMatchObject(past)
    await desk.call(ANA, 'DELETE', `/schedules/${id}`)
  })
})
