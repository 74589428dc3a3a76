import type { Report } from '@guiche/contracts/bus/reports.js'
import { START } from '@guiche/contracts/envelope.js'
import { ok } from '@guiche/contracts/result.js'
import { NO_USAGE } from '@guiche/contracts/settings/send-limits.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import { describe, expect, it } from '@jest/globals'
import { createDesk } from '../testing/desk.js'
import { connectionDoc } from '../testing/documents.js'
import { createFakeProvider } from '../testing/fake-provider.js'
import type { Outcome } from './lane.js'
import { createRateUsageBook } from './rate-usage.js'
import { createSender, type SenderLine } from './sender.js'

const CONNECTION = 4
const ANA = '5511900000002@s.whatsapp.net'

/**
 * A message to send, on a line that accepts it, with a number that was linked then. `known`: whether the contact is on WhatsApp
 * and has written before.
 */
const oneToSend = async (linkedAt: string | null, fields: Partial<MessageDoc> = {}, known = () => true) => {
  const desk = createDesk()
  const doc = desk.messageDoc(CONNECTION, 'W', { remoteJid: ANA, ...fields })
  const work = desk.due('send', doc.id, CONNECTION)
  const performed: string[] = []
  const answers: (Outcome | (() => Promise<Outcome>))[] = []
  const to: string[] = []
  const reports: Report[] = []
  const usage = createRateUsageBook(desk.vault, 1_000)
  const send = createSender({
    records: {
      messages: async () => new Map([[doc.id, doc]]),
      knowsContact: async () => known(),
      company: async () => null,
      connections: async () =>
        new Map([[`${CONNECTION}`, { ...connectionDoc(CONNECTION, 'whatsapp', START), linkedAt }]]),
    },
    usage,
    perform: async ({ kind, ref }, { remoteJid }) => {
      performed.push(`${kind} ${ref}`)
      to.push(remoteJid)
      const next = answers.shift() ?? ({ kind: 'done' } as const)
      return typeof next === 'function' ? next() : next
    },
    report: async (one) => void reports.push(one),
    now: () => Date.now(),
    chance: () => 0,
  })
  const { provider, state } = createFakeProvider()
  state.knowsEverybody = known()
  const fence = { key: 'x', epoch: 1 }
  const options = {
    companyId: 1,
    connectionId: 1,
    server: null,
    fence,
    pairingNumber: null,
    history: async () => ({ wish: null, missed: null }),
    qrMs: 1,
    takenMs: 1,
  }
  const line = await provider.open({ ...options, emit: async () => undefined })
  const way = { line, number: '5511', held: () => true, paced: false }
  return {
    id: doc.id,
    line,
    performed,
    to,
    reports,
    answers,
    usage,
    send: (fields: Partial<SenderLine>, kind = work.kind) => send({ ...work, kind }, { ...way, ...fields }),
  }
}

describe('the sender', () => {
  it('checks the lease right before each send', async () => {
    const { id, performed, send } = await oneToSend(null)
    const answers = [true, false]
    expect(await send({ held: () => answers.shift() ?? false })).toEqual({ kind: 'halt' })
    expect(performed).toEqual([])
    expect(await send({})).toEqual({ kind: 'done' })
    expect(performed).toEqual([`send ${id}`])
  })

  it('sends less with a new number, but only at WhatsApp itself', async () => {
    const minute = { start: Date.now(), count: 8 }
    const outcome = async (linkedAt: string | null, paced: boolean) => {
      const { usage, send } = await oneToSend(linkedAt)
      usage.set(CONNECTION, { ...NO_USAGE, minute })
      return (await send({ paced })).kind
    }
    const today = new Date().toISOString()
    expect(await outcome(today, true)).toBe('wait')
    expect(await outcome(today, false)).toBe('done')
    expect(await outcome('2020-01-01T00:00:00.000Z', true)).toBe('done')
    expect(await outcome(null, true)).toBe('done')
  })

  it('pauses after an unknown number as after a message', async () => {
    const { performed, send } = await oneToSend(null, {}, () => false)
    expect(await send({ paced: true })).toMatchObject({ code: 'ERR_WAPP_INVALID_CONTACT' })
    expect(await send({ paced: true })).toMatchObject({ kind: 'wait' })
    expect(performed).toEqual([])
  })

  it('keeps the end of a restriction that was reported during a send', async () => {
    const { answers, usage, send } = await oneToSend(null)
    const end = Date.now() + 86_400_000
    const told = async (): Promise<Outcome> => {
      usage.set(CONNECTION, { ...(await usage.get(CONNECTION, '5511')), restrictedUntil: end })
      return { kind: 'done' }
    }
    answers.push(told)
    expect(await send({})).toEqual({ kind: 'done' })
    expect(await usage.get(CONNECTION, '5511')).toMatchObject({ day: { count: 1 }, restrictedUntil: end })
  })

  it('sends to a number in WhatsApp’s spelling, and reports that spelling for the contact', async () => {
    const remoteJid = '5583988887777@s.whatsapp.net'
    let known = false
    const { line, to, reports, send } = await oneToSend(null, { remoteJid }, () => known)
    const checkNumber = async () => ok({ number: '558388887777', lid: '77700000000002' })
    expect(await send({ line: { ...line, checkNumber } })).toEqual({ kind: 'done' })
    const told = { kind: 'identities', companyId: 1, connectionId: CONNECTION }
    const peer = { lid: '77700000000002', group: null, name: null }
    expect(reports).toEqual([
      { ...told, peer: { ...peer, pn: '5583988887777' } },
      { ...told, peer: { ...peer, pn: '558388887777' } },
    ])
    // Also for messages that were requested before the contact had this number.
    known = true
    expect(await send({})).toEqual({ kind: 'done' })
    expect(await send({}, 'edit')).toEqual({ kind: 'done' })
    expect(to).toEqual(Array(3).fill('558388887777@s.whatsapp.net'))
  })

  it('revokes a message that was deleted before sending, and does nothing else', async () => {
    for (const fields of [{ pendingRevoke: true }, { deleted: true }]) {
      const { id, performed, answers, send } = await oneToSend(null, fields)
      answers.push({ kind: 'halt' })
      expect(await send({})).toEqual({ kind: 'halt' })
      // An item without an outcome is requested again.
      for (const kind of ['send', 'edit', 'reaction', 'revoke'] as const) {
        expect(await send({}, kind)).toEqual({ kind: 'done' })
      }
      expect(performed).toEqual([`revoke ${id}`, `revoke ${id}`])
    }
  })
})
