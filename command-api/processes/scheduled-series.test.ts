import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { cascadeOf } from '../testing/consequences.js'
import { messageFrom } from '../testing/customer.js'
import { ADMIN, ANA, BIA, COMPANY, CONNECTION, type Desk, SECOND_CONNECTION } from '../testing/desk.js'
import { ADMIN_ACTOR } from '../testing/people.js'
import { openPlanningDesk, PLANNED_AT, planningAt } from '../testing/planned.js'

let desk: Desk
beforeAll(async () => {
  desk = await openPlanningDesk()
})
afterAll(() => desk.close())

const { plan, upload, work, due, shown, said, attended } = planningAt(() => desk)
const ZONE = 'America/Sao_Paulo'
const dailyRule = (count: number) => ({ every: 'day', count, timezone: ZONE })
const done = new Set<string>()
/** Runs all consequences. */
const runConsequences = async () => {
  const cascade = cascadeOf(desk)
  for (const event of [...(await desk.log('schedule.')), ...(await desk.log('message.received'))]) {
    if (done.has(event.id)) continue
    done.add(event.id)
    await cascade.react(event)
  }
  await desk.shown()
}
const ofSeries = async (id: number) => {
  await desk.shown()
  const found = await desk.documents.find('schedules', {
    where: { companyId: COMPANY, 'series.of': id },
    limit: 50,
  })
  return found
    .sort((a, b) => (String(a.series?.day) < String(b.series?.day) ? -1 : 1))
    .map(({ series, status, error }) => [series?.day, status, error])
}

describe('a recurring message', () => {
  it('shows its next occurrence; each due occurrence becomes a message of its own, with its file', async () => {
    const { contactId } = await attended()
    const { id, ...planned } = await plan({ contactId, repeats: dailyRule(3) })
    expect(planned).toMatchObject({
      status: 'PENDENTE',
      repeats: { every: 'day', count: 3, start: '2026-03-02', time: '12:00', timezone: ZONE },
      series: { of: null, day: null, except: [] },
    })
    await upload(id)
    desk.setTime(PLANNED_AT)
    await work()
    await runConsequences()
    expect(await shown(id)).toMatchObject({ status: 'PENDENTE', sendAt: '2026-03-03T15:00:00.000Z' })
    await work()
    expect(await ofSeries(id)).toEqual([['2026-03-02', 'ENVIADA', null]])
    expect((await said(contactId)).map(({ media }) => media.fileName)).toEqual(['boleto.txt'])
    // Repeated consequences create no further message.
    done.clear()
    await runConsequences()
    await work()
    expect(await ofSeries(id)).toHaveLength(1)
    desk.setTime('2026-03-03T15:00:00.000Z')
    await work()
    await runConsequences()
    await work()
    desk.setTime('2026-03-04T15:00:00.000Z')
    await work()
    expect((await said(contactId)).length).toBe(3)
    // The last message is the head of the series, and no message follows.
    expect(await shown(id)).toMatchObject({ status: 'ENVIADA', repeats: null, series: null })
  })

  it('K11: after a downtime of three occurrences the newest is sent, two are skipped, none is doubled', async () => {
    const { contactId } = await attended()
    const { id } = await plan({ contactId, repeats: dailyRule(10) })
    desk.setTime('2026-03-04T18:00:00.000Z')
    await work()
    await runConsequences()
    await work()
    await work()
    expect(await ofSeries(id)).toEqual([
      ['2026-03-02', 'ERRO', 'ERR_SCHEDULE_SKIPPED'],
      ['2026-03-03', 'ERRO', 'ERR_SCHEDULE_SKIPPED'],
      ['2026-03-04', 'ENVIADA', null],
    ])
    expect((await said(contactId)).length).toBe(1)
    expect(await shown(id)).toMatchObject({ status: 'PENDENTE', sendAt: '2026-03-05T15:00:00.000Z' })
  })

  it('has one occurrence changed, and one left out, by its author and admins', async () => {
    const { contactId } = await attended()
    const { id } = await plan({ contactId, repeats: dailyRule(4) })
    const occurrence = (body: object, who = ANA) =>
      desk.call(who, 'POST', `/schedules/${id}/occurrences`, body)
    expect((await occurrence({ day: '2026-03-03', leaveOut: true }, BIA)).body.error).toMatch(
      /PERMISSION|FOUND/,
    )
    expect((await occurrence({ day: '2026-03-09', leaveOut: true })).body.error).toBe('ERR_NO_SCHEDULE_FOUND')
    expect((await occurrence({ day: '2026-03-03', sendAt: '2020-01-01T00:00:00Z' })).body.error).toBe(
      'ERR_VALIDATION',
    )
    expect((await occurrence({ day: '2026-03-03', leaveOut: true })).body.series).toEqual({
      ...{ of: null, day: null },
      except: ['2026-03-03'],
    })
    const moved = { day: '2026-03-04', sendAt: '2026-03-04T20:00:00.000Z', body: 'Só nesta vez.' }
    expect((await occurrence(moved, ADMIN)).status).toBe(200)
    // the occurrence that the head represents
    const first = await occurrence({ day: '2026-03-02', body: 'Olá primeiro.' })
    expect(first.body).toMatchObject({ sendAt: '2026-03-05T15:00:00.000Z', status: 'PENDENTE' })
    await runConsequences()
    for (const time of [PLANNED_AT, '2026-03-03T15:00:00Z', '2026-03-04T15:00:00Z', '2026-03-04T20:00:00Z']) {
      desk.setTime(time)
      await work()
    }
    expect((await said(contactId)).map(({ body }) => body)).toEqual(['Olá primeiro.', 'Só nesta vez.'])
    expect((await occurrence({ day: '2026-03-05', leaveOut: true })).status).toBeLessThan(300)
    expect(await shown(id)).toBeNull()
  })

  it('starts again with another time, and keeps its rule with another text', async () => {
    const { contactId } = await attended()
    const { id } = await plan({ contactId, repeats: dailyRule(3) })
    desk.setTime(PLANNED_AT)
    await work()
    const change = (body: object) => desk.call(ANA, 'PUT', `/schedules/${id}`, body)
    const sendAt = '2026-03-03T15:00:00.000Z'
    expect((await change({ body: 'Outro texto', sendAt })).body.repeats).toMatchObject({
      start: '2026-03-02',
      count: 3,
    })
    const later = '2026-03-05T16:30:00.000Z'
    expect((await change({ body: 'Outro texto', sendAt: later })).body).toMatchObject({
      repeats: { start: '2026-03-05', time: '13:30', count: 2 },
      series: { except: [] },
    })
    expect((await change({ body: 'Outro texto', sendAt: later, repeats: null })).body).toMatchObject({
      ...{ repeats: null, series: null },
    })
  })

  it.each([
    ['ERR_RECURRENCE_NO_END', {}],
    ['ERR_RECURRENCE_NO_END', { count: 501 }],
    ['ERR_RECURRENCE_EVERY', { every: 'SECONDLY', count: 3 }],
    ['ERR_RECURRENCE_NO_SUCH_DAY', { every: 'year', day: 30, month: 2, count: 3 }],
    ['ERR_RECURRENCE_ZONE', { timezone: 'Mars/Olympus', count: 3 }],
    ['ERR_VALIDATION', { interval: 'x' }],
  ])('is refused with %s: %j', async (error, rule) => {
    const { contactId } = await attended()
    const repeats = { every: 'month', timezone: ZONE, ...rule }
    const asked = { body: 'Olá você', sendAt: PLANNED_AT, contactId, repeats }
    const answer = await desk.call(ANA, 'POST', '/schedules', asked)
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })

  it('K14: a past time is refused at its field; a failed message is retried with its text and file', async () => {
    const { contactId, ticketId } = await attended()
    expect(await plan({ contactId, sendAt: '2026-03-02T11:00:00Z' })).toMatchObject({
      error: 'ERR_VALIDATION',
    })
    const { id } = await plan({ contactId, ticketId, whatsappId: SECOND_CONNECTION })
    await upload(id)
    desk.setTime(PLANNED_AT)
    await due()
    const { taken } = planningAt(() => desk)
    expect(await taken('ERR_NOT_ON_WHATSAPP')).toBe(true)
    await due()
    expect(await shown(id)).toMatchObject({ status: 'ERRO', error: 'ERR_NOT_ON_WHATSAPP' })
    const again = await desk.call(ANA, 'PUT', `/schedules/${id}`, {
      body: 'Olá, {{firstName}}!',
      sendAt: PLANNED_AT,
    })
    expect(again.body).toMatchObject({ status: 'PENDENTE', error: null, mediaName: 'boleto.txt' })
    await work()
    expect(await shown(id)).toMatchObject({ status: 'ENVIADA' })
  })

  it('goes out by the connection that was chosen', async () => {
    const { contactId, ticketId } = await attended()
    const { id } = await plan({ contactId, ticketId, whatsappId: SECOND_CONNECTION })
    desk.setTime(PLANNED_AT)
    await work()
    expect((await said(contactId)).map(({ connectionId }) => connectionId)).toEqual([SECOND_CONNECTION])
    expect(CONNECTION).not.toBe(SECOND_CONNECTION)
    expect(await shown(id)).toMatchObject({ status: 'ENVIADA' })
  })

  it('K13: is dropped where the contact writes before, and a note in the conversation says so', async () => {
    const { contactId, pn } = await attended()
    const { id } = await plan({ contactId, dropIfWrites: true, repeats: dailyRule(5) })
    const { id: stays } = await plan({ contactId })
    await desk.report(messageFrom(pn, { body: 'Já paguei' }))
    await desk.shown()
    await runConsequences()
    done.clear()
    await runConsequences()
    expect(await shown(id)).toMatchObject({ status: 'ERRO', error: 'ERR_SCHEDULE_DROPPED', repeats: null })
    expect(await shown(stays)).toMatchObject({ status: 'PENDENTE' })
    const notes = (await desk.log('note.created')).filter(({ data }) => data.contactId === contactId)
    expect(notes.map(({ data }) => [data.note, data.userId])).toEqual([
      [
        'A mensagem agendada para 02/03/2026 12:00 foi cancelada, porque o contato escreveu antes: “Olá, {{firstName}}!”',
        ANA.userId,
      ],
    ])
  })

  it('K15: a deleted connection: ERRO with the reason, and nothing is sent by another number', async () => {
    const { contactId, ticketId } = await attended()
    const { id } = await plan({ contactId, ticketId, whatsappId: SECOND_CONNECTION })
    const remove = { kind: 'delete', connectionId: SECOND_CONNECTION, tickets: 'close' } as const
    const meta = { commandId: newUuid(), companyId: COMPANY, actor: ADMIN_ACTOR, correlationId: 'test' }
    const done = await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), remove, meta)
    expect(done.ok).toBe(true)
    await desk.shown()
    desk.setTime(PLANNED_AT)
    await work()
    expect(await shown(id)).toMatchObject({
      ...{ status: 'ERRO', error: 'ERR_SCHEDULE_CONNECTION_GONE', whatsappId: SECOND_CONNECTION },
    })
    expect(await said(contactId)).toEqual([])
  })
})
