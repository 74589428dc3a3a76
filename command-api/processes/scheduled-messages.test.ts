import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import {
  ADMIN,
  ANA,
  BIA,
  COMPANY,
  CONNECTION,
  type Desk,
  FOREIGN,
  FOREIGNER,
  SECOND_CONNECTION,
  STRANGER,
} from '../testing/desk.js'
import { ADMIN_ACTOR, peopleOf } from '../testing/people.js'
import { openPlanningDesk, PLANNED_AT, planningAt } from '../testing/planned.js'
import { userDecider } from '../user/decide.js'

let desk: Desk
beforeAll(async () => {
  desk = await openPlanningDesk()
})
afterAll(() => desk.close())

const newMeta = () => ({
  commandId: newUuid(),
  companyId: COMPANY,
  actor: ADMIN_ACTOR,
  correlationId: 'test',
})
const { plan, upload, work, shown, said, attended } = planningAt(() => desk)
const closeTicket = (ticketId: number) => desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
const fileOf = async (id: number): Promise<string> =>
  (await desk.log('schedule.changed')).filter(({ data }) => data.scheduleId === id && data.media).at(-1)?.data
    .media.blobId
const isStored = async (blobId: string) => (await desk.blobs.info(blobId)) !== null

describe('a planned message', () => {
  it('is refused if the plan lacks the feature', async () => {
    const { data } =
      (await desk.log('company.registered')).find(({ companyId }) => companyId === FOREIGN) ?? {}
    const event = {
      ...{
        id: newUuid(),
        type: 'company.registered.v1',
        companyId: FOREIGN,
        time: PLANNED_AT,
        actor: ADMIN_ACTOR,
      },
      ...{ correlationId: 'test', causationId: newUuid(), data: { ...data, without: ['useSchedules'] } },
    } as const
    await desk.eventStore.append(streams.company(FOREIGN), 'any', [event])
    expect(await plan({ contactId: 1 }, FOREIGNER)).toEqual({
      ...{ error: 'ERR_NOT_IN_PLAN', details: { feature: 'useSchedules' } },
    })
  })

  it('is sent at its time, not before, once, into its ticket', async () => {
    const { ticketId, contactId } = await attended()
    const planned = await plan({ contactId, ticketId, sendAt: '2026-03-02T12:00:00-03:00' })
    expect(planned).toMatchObject({
      status: 'PENDENTE',
      sentAt: null,
      sendAt: PLANNED_AT,
      userId: ANA.userId,
    })
    desk.setTime('2026-03-02T14:59:59.000Z')
    await work()
    expect(await said(contactId)).toEqual([])
    desk.setTime(PLANNED_AT)
    await work()
    await work()
    expect((await said(contactId)).map((data) => [data.ticketId, data.body, data.userId])).toEqual([
      [ticketId, 'Olá, Carla!', ANA.userId],
    ])
    expect(await shown(planned.id)).toMatchObject({ status: 'ENVIADA', sentAt: PLANNED_AT, error: null })
  })

  it('is sent late after a downtime, and its file is the message’s own', async () => {
    const { contactId } = await attended()
    const { id } = await plan({ contactId })
    expect((await upload(id)).body).toEqual({ mensagem: 'Arquivo Anexado' })
    const file = await fileOf(id)
    desk.setTime('2026-03-04T09:00:00.000Z')
    await work()
    const [message] = await said(contactId)
    expect([message.kind, message.media.fileName]).toEqual(['application', 'boleto.txt'])
    expect((await desk.call(ANA, 'DELETE', `/schedules/${id}`)).body).toEqual({ message: 'Schedule deleted' })
    expect([await isStored(file), await isStored(message.media.blobId)]).toEqual([false, true])
  })

  it('whose file follows waits for it, and goes out as soon as it is there', async () => {
    const { contactId } = await attended()
    const { id, ...planned } = await plan({ contactId, mediaFollows: true })
    expect(planned).toMatchObject({ status: 'ERRO', error: 'ERR_SCHEDULE_FILE_AWAITED' })
    desk.setTime(PLANNED_AT)
    await work()
    expect(await said(contactId)).toEqual([])
    desk.setTime('2026-03-02T15:02:00.000Z')
    expect((await upload(id)).status).toBe(200)
    expect(await shown(id)).toMatchObject({ status: 'PENDENTE', error: null })
    await work()
    expect((await said(contactId)).map(({ media }) => media.fileName)).toEqual(['boleto.txt'])
    expect(await shown(id)).toMatchObject({ status: 'ENVIADA', sentAt: '2026-03-02T15:02:00.000Z' })
  })

  it('is never sent half changed: with the new text and the former file', async () => {
    const { contactId } = await attended()
    const { id } = await plan({ contactId })
    await upload(id, 'antigo.txt')
    const change = (body: object) =>
      desk.call(ANA, 'PUT', `/schedules/${id}`, { body: 'Segue o novo', sendAt: PLANNED_AT, ...body })
    expect((await change({ mediaFollows: true })).body).toMatchObject({
      ...{ status: 'ERRO', error: 'ERR_SCHEDULE_FILE_AWAITED', mediaName: 'antigo.txt' },
    })
    desk.setTime(PLANNED_AT)
    await work()
    expect(await said(contactId)).toEqual([])
    // The user removes the file that was still to be sent.
    expect((await desk.call(ANA, 'DELETE', `/schedules/${id}/media-upload`)).status).toBe(200)
    await work()
    expect((await said(contactId)).map(({ body, media }) => [body, media])).toEqual([['Segue o novo', null]])
  })

  it('is sent without its second file if a user decides so', async () => {
    const { contactId } = await attended()
    const { id } = await plan({ contactId, mediaFollows: true })
    const change = { body: 'Sem o arquivo', sendAt: PLANNED_AT }
    expect((await desk.call(ANA, 'PUT', `/schedules/${id}`, change)).body).toMatchObject({
      ...{ status: 'PENDENTE', error: null },
    })
    desk.setTime(PLANNED_AT)
    await work()
    expect((await said(contactId)).map(({ body, media }) => [body, media])).toEqual([['Sem o arquivo', null]])
  })

  it('is changed and cancelled by its author or an admin, until it is sent', async () => {
    const { contactId } = await attended()
    const { id } = await plan({ contactId })
    const later = { body: 'Mais tarde', sendAt: '2026-03-02T16:00:00.000Z' }
    const change = (who: typeof ANA) => desk.call(who, 'PUT', `/schedules/${id}`, later)
    expect((await change(BIA)).body).toEqual({ error: 'ERR_NO_PERMISSION' })
    expect((await change(FOREIGNER)).body).toEqual({ error: 'ERR_NO_SCHEDULE_FOUND' })
    expect((await upload(id, 'a.txt', BIA)).body).toEqual({ error: 'ERR_NO_PERMISSION' })
    expect((await change(ADMIN)).body).toMatchObject({ ...later, status: 'PENDENTE' })
    const cancelled = await plan({ contactId })
    await desk.call(ANA, 'DELETE', `/schedules/${cancelled.id}`)
    desk.setTime(PLANNED_AT)
    await work()
    expect(await said(contactId)).toEqual([])
    desk.setTime(later.sendAt)
    await work()
    expect((await said(contactId)).map(({ body }) => body)).toEqual(['Mais tarde'])
    expect((await change(ANA)).body).toEqual({ error: 'ERR_SCHEDULE_SENT' })
  })

  it('is sent into a closed ticket, which stays closed', async () => {
    const { contactId, ticketId } = await attended()
    await plan({ contactId, ticketId })
    await closeTicket(ticketId)
    desk.setTime(PLANNED_AT)
    await work()
    expect((await said(contactId)).map((data) => data.ticketId)).toEqual([ticketId])
    expect(await desk.documents.one('tickets', COMPANY, ticketId)).toMatchObject({ status: 'closed' })
  })

  it('follows its contact into a merged contact', async () => {
    desk.setTime('2026-03-02T12:00:00.000Z')
    const { person, writes } = peopleOf(desk)
    const her = person()
    const gone = await writes({ lid: her.lid })
    await desk.shown()
    expect(await plan({ contactId: gone.contactId }, ADMIN)).toMatchObject({ status: 'PENDENTE' })
    desk.numbers.set(her.pn, { number: her.pn, lid: null })
    const stays = (await desk.call(ADMIN, 'POST', '/contacts', { name: 'Ela mesma', number: her.pn })).body.id
    const merged = await desk.call(ADMIN, 'POST', `/contacts/${stays}/merge`, { contactId: gone.contactId })
    expect(merged.status).toBe(200)
    desk.setTime(PLANNED_AT)
    await work()
    expect((await said(stays)).map((data) => data.ticketId)).toEqual([gone.ticketId])
  })

  it('is erased with its contact, its file too', async () => {
    const { contactId } = await attended()
    const { id } = await plan({ contactId })
    await upload(id, 'um.txt')
    const file = await fileOf(id)
    expect((await desk.call(ADMIN, 'DELETE', `/contacts/${contactId}`)).status).toBe(200)
    desk.setTime(PLANNED_AT)
    await work()
    expect([await isStored(file), await shown(id), await said(contactId)]).toEqual([false, null, []])
    expect((await upload(id)).status).toBe(404)
    const left = (await desk.log()).filter(({ stream }) => stream === streams.record('schedule', id))
    expect(left).toEqual([])
  })

  it('is sent after its author was deleted', async () => {
    const { contactId } = await attended()
    await plan({ contactId }, BIA)
    await desk.kernel.execute(userDecider, streams.user(BIA.userId), { kind: 'delete', by: ADMIN }, newMeta())
    desk.setTime(PLANNED_AT)
    await work()
    expect((await said(contactId)).map(({ userId }) => userId)).toEqual([BIA.userId])
  })

  it('opens a ticket of its author for a contact without one', async () => {
    const number = '5511955554444'
    desk.numbers.set(number, { number, lid: null })
    const { body } = await desk.call(ADMIN, 'POST', '/contacts', { name: 'Novo', number })
    desk.setTime('2026-03-02T12:00:00.000Z')
    await plan({ contactId: body.id })
    desk.setTime(PLANNED_AT)
    await work()
    const [{ ticketId }] = await said(body.id)
    expect(await desk.documents.one('tickets', COMPANY, ticketId)).toMatchObject({
      ...{ status: 'open', userId: ANA.userId, connectionId: CONNECTION },
    })
  })

  it('opens a waiting ticket if its author has reached the limit', async () => {
    const allow = (maxOpenTickets: number | null) => {
      const command = { kind: 'edit', by: ADMIN, wanted: { maxOpenTickets }, passwordRef: null } as const
      return desk.kernel.execute(userDecider, streams.user(ANA.userId), command, newMeta())
    }
    await attended()
    await allow(1)
    const number = '5511955553333'
    desk.numbers.set(number, { number, lid: null })
    const { body } = await desk.call(ADMIN, 'POST', '/contacts', { name: 'Cheia', number })
    const { id } = await plan({ contactId: body.id })
    desk.setTime(PLANNED_AT)
    await work()
    const [{ ticketId }] = await said(body.id)
    expect(await desk.documents.one('tickets', COMPANY, ticketId)).toMatchObject({
      ...{ status: 'pending', userId: null, connectionId: CONNECTION },
    })
    expect(await shown(id)).toMatchObject({ status: 'ENVIADA', error: null })
    await allow(null)
  })

  it('needs its fields, and a contact or ticket that its author may see', async () => {
    const { contactId, ticketId } = await attended()
    const ask = (body: object, who = ANA) => desk.call(who, 'POST', '/schedules', body)
    const answers = [
      await ask({ contactId, body: 'Oi', sendAt: PLANNED_AT }),
      await ask({ contactId, body: 'Bom dia' }),
      await ask({ contactId, body: 'Bom dia', sendAt: 'amanhã' }),
      await ask({ body: 'Bom dia', sendAt: PLANNED_AT }),
      await ask({ contactId: 999_999, body: 'Bom dia', sendAt: PLANNED_AT }),
      await ask({ ticketId, body: 'Bom dia', sendAt: PLANNED_AT }, STRANGER),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 404, 404, 403])
  })
})

describe('a planned message whose connection is gone', () => {
  const drop = (connectionId: number) =>
    desk.kernel.execute(
      connectionsDecider,
      streams.connections(COMPANY),
      { kind: 'delete', connectionId, tickets: 'close' },
      newMeta(),
    )

  it('is sent on another connection of the contact, else fails, and can be planned again', async () => {
    const known = await attended()
    const { id } = await plan({ contactId: known.contactId })
    await drop(CONNECTION)
    desk.setTime(PLANNED_AT)
    await work()
    // a new ticket on the present default connection
    expect((await said(known.contactId)).map((data) => data.connectionId)).toEqual([SECOND_CONNECTION])
    expect(await shown(id)).toMatchObject({ status: 'ENVIADA' })

    desk.setTime('2026-03-02T12:00:00.000Z')
    const second = await plan({ contactId: known.contactId })
    await drop(SECOND_CONNECTION)
    desk.setTime(PLANNED_AT)
    await work()
    expect(await shown(second.id)).toMatchObject({ status: 'ERRO', error: 'ERR_NO_DEF_WAPP_FOUND' })
    const again = { body: 'De novo, amanhã', sendAt: '2026-03-03T15:00:00.000Z' }
    expect((await desk.call(ANA, 'PUT', `/schedules/${second.id}`, again)).body).toMatchObject({
      ...{ status: 'PENDENTE', error: null },
    })
    expect(await said(known.contactId)).toHaveLength(1)
  })
})
