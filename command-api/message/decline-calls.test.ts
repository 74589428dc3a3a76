import { afterEach, describe, expect, it } from '@jest/globals'
import { messageFrom, newCustomer } from '../testing/customer.js'
import { type Desk, openDesk } from '../testing/desk.js'
import { AUTOMATIC_TEXTS } from './automatic-texts.js'

let desk: Desk
afterEach(() => desk.close())

const CALL = {
  type: 'call_log',
  body: 'Chamada de voz perdida',
  details: { of: 'call', video: false },
} as const
/** The automatic texts, after the process has handled the whole log twice. */
const automaticTexts = async () => {
  const events = (await desk.log('message.received')).map((value) => ({ value }))
  await desk.automaticMessages.handle(events)
  await desk.automaticMessages.handle(events)
  return (await desk.log('message.requested')).map(({ data }) => data.body)
}

describe('a caller', () => {
  it('gets the text that calls are declined, once in ten minutes', async () => {
    desk = await openDesk()
    const { pn } = await newCustomer(desk, CALL)
    await desk.report(messageFrom(pn, CALL), messageFrom(pn))
    expect(await automaticTexts()).toEqual([AUTOMATIC_TEXTS.pt.call])
    desk.setTime('2026-03-02T12:10:00.000Z')
    await desk.report(messageFrom(pn, CALL))
    expect(await automaticTexts()).toHaveLength(2)
  })

  it('gets no text if calls are accepted, nor does a contact who only writes', async () => {
    desk = await openDesk({ settings: { call: 'enabled' } })
    await newCustomer(desk, CALL)
    await desk.close()
    desk = await openDesk()
    await newCustomer(desk)
    expect(await automaticTexts()).toEqual([])
  })
})
