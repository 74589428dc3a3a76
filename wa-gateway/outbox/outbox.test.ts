import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import sharp from 'sharp'
import type { Gateway } from '../gateway.js'
import { COMPANY, createDesk } from '../testing/desk.js'
import { createFakeProvider } from '../testing/fake-provider.js'

const CONNECTION = 4
const ANA = '5511900000002@s.whatsapp.net'
const gateways: Gateway[] = []

const setUp = async (
  up = true,
  { channel = 'simulator' as 'simulator' | 'whatsapp', waServerUrl = '' } = {},
) => {
  const fake = createFakeProvider()
  fake.state.opened = (line) => {
    if (up) line.emit({ kind: 'open', number: '5511' })
  }
  const desk = createDesk({
    provider: fake.provider,
    simulator: () => Promise.resolve({ url: 'ws://127.0.0.1:1' }),
    config: {
      ...(waServerUrl !== '' && { waServerUrl }),
      timings: { delayScale: 0.001, pollMs: 100, openingMs: 60_000 },
    },
  })
  desk.addConnection(CONNECTION, channel)
  const gateway = desk.newGateway()
  gateways.push(gateway)
  await gateway.start()
  await desk.request(CONNECTION, 'start')
  await desk.status(CONNECTION, up ? 'CONNECTED' : 'OPENING')
  // A known customer, so that no message here starts a new chat.
  desk.messageDoc(CONNECTION, 'KNOWN', { fromMe: false, contactId: 1, remoteJid: ANA })
  return { fake, desk, gateway }
}
const setSettings = (
  desk: Awaited<ReturnType<typeof setUp>>['desk'],
  values: Record<string, string>,
): void => {
  const company = { id: String(COMPANY), companyId: COMPANY, settings: values } as unknown as CompanyDoc
  desk.of('companies').set(company.id, company)
}

afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()))
})

describe('the outbox', () => {
  it('does not connect if the simulator is disabled', async () => {
    const desk = createDesk({ provider: createFakeProvider().provider })
    desk.addConnection(CONNECTION)
    gateways.push(desk.newGateway())
    await gateways[0]?.start()
    await desk.request(CONNECTION, 'start')
    expect(await desk.status(CONNECTION, 'DISCONNECTED')).toMatchObject({ reason: 'ERR_SIMULATOR_OFF' })
  })

  it('sends at human pace to WhatsApp, at full pace to any other server', async () => {
    const seconds = async (waServerUrl: string, count: number): Promise<number> => {
      const { desk } = await setUp(true, { channel: 'whatsapp', waServerUrl })
      const start = performance.now()
      const docs = await Promise.all(Array.from({ length: count }, () => desk.send(CONNECTION, ANA)))
      for (const { id } of docs) await desk.report('sent', (one) => one.messageId === id)
      return (performance.now() - start) / 1000
    }
    expect(await seconds('', 3)).toBeGreaterThan(0.9)
    expect(await seconds('wss://127.0.0.1:1/ws/chat', 20)).toBeLessThan(19 * 0.45)
  })

  it('M2: sends nothing for a blocked company, still receives, and sends late after the block', async () => {
    const { fake, desk } = await setUp()
    const blocked = (status: boolean) => {
      const company = { id: String(COMPANY), companyId: COMPANY, status, settings: {} }
      desk.of('companies').set(company.id, company as unknown as CompanyDoc)
    }
    blocked(false)
    const looked = jest.spyOn(desk.of('companies'), 'get')
    await desk.send(CONNECTION, ANA, { body: 'one' })
    await desk.send(CONNECTION, ANA, { body: 'two' })
    await fake.lines[0]?.emit({ kind: 'ack', fromMe: true, waId: 'EARLIER', ack: 3 })
    await desk.report('ack')
    await until(() => looked.mock.calls.length >= 4)
    expect(fake.done).toEqual([])
    expect(desk.reports.filter((one) => one.kind === 'failed')).toEqual([])
    blocked(true)
    await desk.report('sent', () => fake.done.length === 2)
    expect(fake.done).toEqual(['send one', 'send two'])
  })

  it('sends, edits, reacts and revokes in the order of requests', async () => {
    const { fake, desk } = await setUp(false)
    const first = await desk.send(CONNECTION, ANA, { body: 'one' })
    const second = await desk.send(CONNECTION, ANA, { body: 'two' })
    await desk.ask('edit', first, 'uno')
    await desk.ask('reaction', second, '👍')
    await fake.lines[0]?.emit({ kind: 'open', number: '5511' })
    await desk.report('reacted')
    await desk.ask('revoke', first)
    await desk.report('revoked')
    expect(fake.done).toEqual([
      'send one',
      'send two',
      `edit ${first.waId} uno`,
      `react ${second.waId} 👍`,
      `revoke ${first.waId}`,
    ])
    expect(fake.sent.map(({ waId }) => waId)).toEqual([first.waId, second.waId])
  })

  it('does not send a message deleted meanwhile, and revokes it in case it was sent before', async () => {
    const { fake, desk } = await setUp(false)
    const first = await desk.send(CONNECTION, ANA, { body: 'one' })
    const second = await desk.send(CONNECTION, ANA, { body: 'two' })
    await desk.ask('edit', first, 'uno')
    await desk.ask('revoke', first)
    await desk.ask('reaction', second, '👍')
    await fake.lines[0]?.emit({ kind: 'open', number: '5511' })
    await desk.report('reacted')
    expect(fake.done).toEqual([`revoke ${first.waId}`, 'send two', `react ${second.waId} 👍`])
    expect(desk.reports.filter((one) => one.kind === 'revoked').map(({ waId }) => waId)).toEqual([first.waId])
    expect(desk.reports.filter((one) => one.kind === 'failed')).toEqual([])
  })

  it('reports with the id of the request, also for later receipts of the phone', async () => {
    const { fake, desk } = await setUp()
    const correlationId = 'the-request'
    const doc = desk.messageDoc(CONNECTION, 'ASKED', { remoteJid: ANA, body: 'x' })
    desk.due('send', doc.id, CONNECTION, { correlationId })
    await desk.change('due-work', `send:${doc.id}`, [])
    expect(await desk.report('sent')).toMatchObject({ messageId: doc.id, correlationId })
    await fake.lines[0]?.emit({ kind: 'ack', fromMe: true, waId: 'ASKED', ack: 3 })
    expect(await desk.report('ack')).toMatchObject({ waId: 'ASKED', correlationId })
    await fake.lines[0]?.emit({ kind: 'ack', fromMe: true, waId: 'FOREIGN', ack: 3 })
    expect(await desk.report('ack', ({ waId }) => waId === 'FOREIGN')).not.toHaveProperty('correlationId')
    // Facts learned during the preparation of a file are reported, too.
    const picture = await sharp(Buffer.alloc(24), { raw: { width: 4, height: 2, channels: 3 } })
      .png()
      .toBuffer()
    const media = await desk.store(picture, 'image/png', 'dark.png')
    const photo = desk.messageDoc(CONNECTION, 'PHOTO', { remoteJid: ANA, kind: 'image', media })
    desk.due('send', photo.id, CONNECTION, { correlationId })
    await desk.change('due-work', `send:${photo.id}`, [])
    expect(await desk.report('media')).toMatchObject({ correlationId, media: { width: 4, height: 2 } })
  })

  it('reports for a request whose id is invalid in reports', async () => {
    const { desk } = await setUp()
    const doc = desk.messageDoc(CONNECTION, 'ODD', { remoteJid: ANA, body: 'x' })
    desk.due('send', doc.id, CONNECTION, { correlationId: 'a b\n{}' })
    await desk.change('due-work', `send:${doc.id}`, [])
    expect(await desk.report('sent')).not.toHaveProperty('correlationId')
  })

  it('sends a location and contacts as such', async () => {
    const { fake, desk } = await setUp()
    const place = { latitude: 1, longitude: 2, name: 'Padaria', address: 'Rua A' }
    const vcards = ['BEGIN:VCARD\nFN:Ana\nEND:VCARD\n', 'BEGIN:VCARD\nFN:Bia\nEND:VCARD']
    await desk.send(CONNECTION, ANA, {
      ...{ kind: 'locationMessage', contactId: 1, details: { of: 'place', ...place, live: false } },
      body: 'data:image/png;base64, YWJj | link |1, 2|Padaria, Rua A',
    })
    await desk.send(CONNECTION, ANA, { kind: 'contactMessage', contactId: 1, body: vcards.join('') })
    await desk.report('sent', () => fake.sent.length === 2)
    expect(fake.sent.map(({ card }) => card)).toEqual([
      { as: 'place', ...place, thumbnail: 'YWJj' },
      { as: 'people', people: ['Ana', 'Bia'].map((name, at) => ({ name, vcard: vcards[at] })) },
    ])
  })

  it('delays only the file’s chat while a file is being prepared', async () => {
    const { fake, desk } = await setUp()
    let isReady = (): void => {}
    const ready = new Promise<void>((resolve) => {
      isReady = resolve
    })
    fake.state.preparing = ({ file }) => (file === null ? Promise.resolve() : ready)
    const bia = '5511900000003@s.whatsapp.net'
    desk.messageDoc(CONNECTION, 'KNOWN-TOO', { fromMe: false, contactId: 2, remoteJid: bia })
    const media = await desk.store(Buffer.from('%PDF-1.4 a long one'), 'application/pdf', 'long.pdf')
    const film = await desk.send(CONNECTION, ANA, { kind: 'application', body: 'film', media, contactId: 1 })
    const after = await desk.send(CONNECTION, ANA, { body: 'after it', contactId: 1 })
    await desk.ask('reaction', after, '👍')
    const elsewhere = await desk.send(CONNECTION, bia, { body: 'elsewhere', contactId: 2 })
    await desk.report('sent', (one) => one.messageId === elsewhere.id)
    expect(fake.done).toEqual(['send elsewhere'])
    isReady()
    await desk.report('reacted')
    expect(fake.done).toEqual(['send elsewhere', 'send film', 'send after it', `react ${after.waId} 👍`])
    expect(desk.reports.filter((one) => one.kind === 'sent').map(({ messageId }) => messageId)).toEqual([
      elsewhere.id,
      film.id,
      after.id,
    ])
  })

  it('waits while the line is down, and repeats the same id', async () => {
    const { fake, desk } = await setUp()
    fake.state.answers.push({ kind: 'offline' })
    const doc = await desk.send(CONNECTION, ANA, { body: 'again' })
    await desk.report('sent', (one) => one.messageId === doc.id)
    expect(fake.done).toEqual(['send again'])
    expect(desk.reports.some((one) => one.kind === 'failed')).toBe(false)
  })

  it('parks a finally failed message with its error code, and continues with the next', async () => {
    const { fake, desk } = await setUp()
    fake.state.answers.push({ kind: 'refused', code: 'ERR_MEDIA_TYPE', detail: 'x' })
    const bad = await desk.send(CONNECTION, ANA, { body: 'bad' })
    const good = await desk.send(CONNECTION, ANA, { body: 'good' })
    expect((await desk.report('failed', (one) => one.messageId === bad.id)).code).toBe('ERR_MEDIA_TYPE')
    await desk.report('sent', (one) => one.messageId === good.id)
  })

  it('gives up a fault after three tries', async () => {
    const { fake, desk } = await setUp()
    const fault = { kind: 'fault', code: 'ERR_SENDING_WAPP_MSG', detail: 'x' } as const
    fake.state.answers.push(fault, fault, fault)
    const doc = await desk.send(CONNECTION, ANA, { body: 'odd' })
    expect((await desk.report('failed', (one) => one.messageId === doc.id)).code).toBe('ERR_SENDING_WAPP_MSG')
    expect(fake.done).toEqual([])
  })

  it('gives up a file after three interrupted preparations', async () => {
    const { fake, desk } = await setUp()
    let tries = 0
    fake.state.preparing = async () => {
      tries += 1
      throw new Error('odd')
    }
    const media = await desk.store(Buffer.from('%PDF-1.4'), 'application/pdf', 'odd.pdf')
    const doc = await desk.send(CONNECTION, ANA, { kind: 'application', media, contactId: 1 })
    expect((await desk.report('failed', (one) => one.messageId === doc.id)).code).toBe('ERR_SENDING_WAPP_MSG')
    expect(tries).toBe(3)
  })

  it('fails an edit of a message that was never sent', async () => {
    const { desk } = await setUp()
    const doc = desk.messageDoc(CONNECTION, 'NEVER', { remoteJid: ANA, error: 'ERR_SENDING_WAPP_MSG' })
    await desk.ask('edit', doc, 'x')
    expect(await desk.report('failed', (one) => one.messageId === doc.id)).toMatchObject({
      what: 'edit',
      body: 'x',
      code: 'ERR_EDITING_WAPP_MSG',
    })
  })

  it('fails changes that phones no longer accept, and sends the others', async () => {
    const { fake, desk } = await setUp()
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const sent = (waId: string, minutes: number) =>
      desk.messageDoc(CONNECTION, waId, { remoteJid: ANA, body: waId, sentAt: ago(minutes) })
    const failure = (id: string) => desk.report('failed', (one) => one.messageId === id)
    const [edited, deleted] = [sent('EDITED', 16), sent('DELETED', 61 * 60)]
    await desk.ask('edit', edited, 'x')
    await desk.ask('revoke', deleted)
    expect(await failure(edited.id)).toMatchObject({
      what: 'edit',
      body: 'x',
      code: 'ERR_WAPP_EDIT_TOO_LATE',
    })
    expect(await failure(deleted.id)).toMatchObject({ what: 'revoke', code: 'ERR_WAPP_DELETE_TOO_LATE' })
    await desk.ask('edit', sent('YOUNG', 14), 'y')
    await desk.report('edited')
    await desk.ask('revoke', sent('OLDER', 59 * 60))
    await desk.report('revoked')
    // The message was requested long ago, but sent only now.
    const waited = desk.messageDoc(CONNECTION, 'WAITED', { remoteJid: ANA, createdAt: ago(90) })
    await desk.ask('edit', waited, 'z')
    await desk.report('edited', (one) => one.waId === waited.waId)
    expect(fake.done).toEqual(['edit YOUNG y', 'revoke OLDER', 'edit WAITED z'])
  })

  it('gives up messages that waited for a day, also without a line', async () => {
    const { desk } = await setUp(false)
    const doc = desk.messageDoc(CONNECTION, 'OLD', { remoteJid: ANA })
    const dueAt = new Date(Date.now() - 25 * 3_600_000).toISOString()
    desk.due('send', doc.id, CONNECTION, { dueAt })
    await desk.change('due-work', `send:${doc.id}`, [])
    expect((await desk.report('failed')).code).toBe('ERR_WAPP_MESSAGE_EXPIRED')
    // The message itself was sent, so "expired" would be wrong.
    desk.due('revoke', doc.id, CONNECTION, { dueAt })
    await desk.change('due-work', `revoke:${doc.id}`, [])
    expect(await desk.report('failed', ({ what }) => what === 'revoke')).toMatchObject({
      code: 'ERR_DELETE_WAPP_MSG',
    })
  })

  it('checks a new number at WhatsApp before sending, and begins no more chats than allowed', async () => {
    const { fake, desk } = await setUp()
    setSettings(desk, { newChatsPerDay: '1' })
    fake.state.knowsEverybody = false
    fake.state.known.add('5511900000007')
    const nobody = await desk.send(CONNECTION, '5511900000006@s.whatsapp.net', { body: 'a', contactId: 6 })
    expect((await desk.report('failed', (one) => one.messageId === nobody.id)).code).toBe(
      'ERR_WAPP_INVALID_CONTACT',
    )
    const first = await desk.send(CONNECTION, '5511900000007@s.whatsapp.net', { body: 'b', contactId: 7 })
    await desk.report('sent', (one) => one.messageId === first.id)
    const second = await desk.send(CONNECTION, '5511900000007@s.whatsapp.net', { body: 'c', contactId: 8 })
    expect((await desk.report('failed', (one) => one.messageId === second.id)).code).toBe(
      'ERR_WAPP_NEW_CHATS',
    )
  })

  it('keeps to the rate of the company’s settings', async () => {
    const { fake, desk } = await setUp()
    setSettings(desk, { sendPerMinute: '2' })
    for (const body of ['1', '2', '3']) await desk.send(CONNECTION, ANA, { body })
    await desk.until(() => fake.done.length === 2, 'two sends')
    const kept = await desk.send(CONNECTION, ANA, { body: '4' })
    await desk.change('due-work', `send:${kept.id}`, [])
    expect(fake.done).toEqual(['send 1', 'send 2'])
    expect(desk.reports.filter((one) => one.kind === 'failed')).toEqual([])
  })
})
