import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageIdOf } from '@guiche/infra/ids.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { Gateway } from './gateway.js'
import type { Logger } from './logger.js'
import { toVoiceNote } from './media/ffmpeg.js'
import { sniff } from './media/sniff.js'
import { quietConsole } from './providers/baileys/quiet-console.js'
import type { Phone } from './simulator/phone.js'
import { createSimulator, type Simulator } from './simulator/simulator.js'
import { COMPANY, createDesk, type Desk } from './testing/desk.js'
import { wav } from './testing/sound.js'

const logged: string[] = []
const write = (...parts: unknown[]) => {
  logged.push(JSON.stringify(parts))
}
const logger: Logger = { debug: write, info: write, warn: write, error: write }
quietConsole(logger)

const FAST = { delayScale: 0.02, pollMs: 500, qrMs: 20_000, sweepMs: 60_000 }
const CONNECTION = 7

let dir: string
let vault: Vault
let sim: Simulator
let desk: Desk
let gateway: Gateway
let shop: Phone
let ana: Phone

const jid = (phone: Phone): string => `${phone.number}@s.whatsapp.net`

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gateway-'))
  vault = await createEmbeddedVault({ dir, secretKey: randomBytes(32) })
  sim = await createSimulator()
  shop = sim.addPhone({ number: '5511900000001', name: 'Shop', kind: 'own' })
  ana = sim.addPhone({ number: '5511900000002', name: 'Ana' })
  desk = createDesk({ simulator: () => Promise.resolve(sim), vault, logger, config: { timings: FAST } })
  desk.addConnection(CONNECTION)
  gateway = desk.newGateway()
  await gateway.start()
  await desk.request(CONNECTION, 'start')
  const { qrcode } = await desk.signal('qr', (signal) => signal.qrcode !== '')
  await shop.scanQr(qrcode)
  await desk.status(CONNECTION, 'CONNECTED')
}, 30_000)

afterAll(async () => {
  await gateway.stop()
  await sim.close()
  await vault.close()
  await rm(dir, { recursive: true })
})

describe('a session paired by QR', () => {
  it('tells of its way up, with the number, and takes the QR code away', async () => {
    const told = desk.reports.flatMap((report) => (report.kind === 'connection' ? [report.status] : []))
    expect(told.slice(0, 2)).toEqual(['OPENING', 'qrcode'])
    expect(told).toContain('PAIRING')
    expect(told.at(-1)).toBe('CONNECTED')
    expect((await desk.status(CONNECTION, 'CONNECTED')).number).toBe(shop.number)
    expect(desk.signals.filter((signal) => signal.kind === 'qr').at(-1)).toMatchObject({
      qrcode: '',
      pairingCode: '',
    })
  })

  it('reports a text of a contact with all names of the writer', async () => {
    const id = await ana.sendText(shop, 'Good morning')
    const report = await desk.report('message', (one) => one.waId === id)
    expect(report).toMatchObject({
      fromMe: false,
      type: 'conversation',
      body: 'Good morning',
      remoteJid: jid(ana),
      mediaPending: false,
      imported: false,
      peer: { pn: ana.number, group: null, name: 'Ana' },
    })
  })

  it('sends a text under the id that was made for it and reports its ticks', async () => {
    const doc = await desk.send(CONNECTION, jid(ana), { body: 'How can I help?' })
    expect((await ana.waitFor((one) => one.text === 'How can I help?')).id).toBe(doc.waId)
    await desk.report('sent', (one) => one.messageId === doc.id)
    await desk.report('ack', (one) => one.waId === doc.waId && one.ack === 3)
    ana.read(shop)
    await desk.report('ack', (one) => one.waId === doc.waId && one.ack === 4)
  })

  it('quotes a message of the contact, and knows when its own is quoted', async () => {
    const asked = await ana.sendText(shop, 'Do you open on Sunday?')
    const question = await desk.report('message', (one) => one.waId === asked)
    const quotedId = messageIdOf(CONNECTION, false, question.waId)
    const doc = await desk.send(CONNECTION, jid(ana), { body: 'From nine to one', quotedId })
    const answer = await ana.waitFor((one) => one.id === doc.waId)
    expect(answer.quotedId).toBe(asked)
    const thanks = await ana.sendText(shop, 'Thanks', { quoted: doc.waId })
    const report = await desk.report('message', (one) => one.waId === thanks)
    expect(report).toMatchObject({ quotedWaId: doc.waId, quotedFromMe: true })
  })

  it('carries reactions, edits and revocations both ways', async () => {
    const theirs = await ana.sendText(shop, 'Wrong word')
    const received = await desk.report('message', (one) => one.waId === theirs)
    await ana.edit(theirs, 'Right word')
    expect(await desk.report('edited', (one) => one.waId === theirs)).toMatchObject({
      fromMe: false,
      by: 'contact',
      body: 'Right word',
    })
    const kept = desk.message(CONNECTION, received)
    await desk.ask('reaction', kept, '👍')
    await ana.waitForAny((one) => one.id === theirs && one.reactions[shop.number] === '👍')
    await desk.report('reacted', (one) => one.waId === theirs && one.by === 'us' && one.emoji === '👍')
    await ana.revoke(theirs)
    expect(await desk.report('revoked', (one) => one.waId === theirs)).toMatchObject({
      fromMe: false,
      by: 'contact',
    })

    const ours = await desk.send(CONNECTION, jid(ana), { body: 'First' })
    await ana.waitFor((one) => one.id === ours.waId)
    await ana.react(ours.waId, '🎉')
    expect(await desk.report('reacted', (one) => one.waId === ours.waId)).toMatchObject({
      fromMe: true,
      by: 'contact',
      emoji: '🎉',
    })
    await desk.ask('edit', ours, 'Second')
    await ana.waitFor((one) => one.id === ours.waId && one.text === 'Second')
    await desk.report('edited', (one) => one.waId === ours.waId && one.by === 'us' && one.body === 'Second')
    await desk.ask('revoke', ours)
    await ana.waitFor((one) => one.id === ours.waId && one.revoked)
    await desk.report('revoked', (one) => one.waId === ours.waId && one.by === 'us')
  })

  it('fetches a picture, a document and a voice note', async () => {
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c33' } })
      .png()
      .toBuffer()
    const first = await ana.sendMedia(shop, {
      kind: 'image',
      data: picture,
      mimetype: 'image/png',
      caption: 'Look',
    })
    const second = await ana.sendMedia(shop, {
      kind: 'document',
      data: Buffer.from('%PDF-1.4 bill'),
      mimetype: 'application/pdf',
      fileName: '../../bill.pdf',
    })
    const voice = await toVoiceNote(wav(1))
    const third = await ana.sendVoice(shop, voice?.content ?? Buffer.alloc(0), 1)

    expect(await desk.report('message', (one) => one.waId === first)).toMatchObject({
      type: 'image',
      body: 'Look',
      mediaPending: true,
      media: { blobId: '', mimetype: 'image/png' },
    })
    const image = await desk.report('media', (one) => one.waId === first)
    expect(desk.files.get(image.media.blobId)?.content.equals(picture)).toBe(true)
    const paper = await desk.report('media', (one) => one.waId === second)
    expect(paper.media).toMatchObject({ mimetype: 'application/pdf', fileName: 'bill.pdf', voice: false })
    const note = await desk.report('media', (one) => one.waId === third)
    expect(note.media).toMatchObject({ mimetype: 'audio/mpeg', voice: true, seconds: 1 })
    expect(sniff(desk.files.get(note.media.blobId)?.content ?? Buffer.alloc(0))).toBe('audio/mpeg')
  })

  it('sends a picture, a document and a recording as a voice note', async () => {
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#3c3' } })
      .webp()
      .toBuffer()
    const image = await desk.store(picture, 'image/webp', 'green.webp')
    const first = await desk.send(CONNECTION, jid(ana), { kind: 'image', body: 'Our logo', media: image })
    const paper = await desk.store(Buffer.from('%PDF-1.4 offer'), 'application/pdf', 'offer.pdf')
    const second = await desk.send(CONNECTION, jid(ana), {
      kind: 'application',
      body: 'offer.pdf',
      media: paper,
    })
    const sound = await desk.store(wav(2), 'audio/wav', 'recording.wav')
    const third = await desk.send(CONNECTION, jid(ana), { kind: 'audio', media: { ...sound, voice: true } })

    const shown = await ana.waitFor((one) => one.id === first.waId)
    expect(shown).toMatchObject({ kind: 'image', text: 'Our logo', mimetype: 'image/jpeg' })
    const offer = await ana.waitFor((one) => one.id === second.waId)
    expect(offer).toMatchObject({ kind: 'document', fileName: 'offer.pdf' })
    expect(offer.text ?? '').toBe('')
    expect((await ana.file(second.waId))?.toString()).toBe('%PDF-1.4 offer')
    const note = await ana.waitFor((one) => one.id === third.waId)
    expect(note).toMatchObject({ kind: 'voice', seconds: 2 })
    expect(sniff((await ana.file(third.waId)) ?? Buffer.alloc(0))).toBe('audio/ogg')
  })

  it('says why a file or a number cannot be sent', async () => {
    const lost = await desk.send(CONNECTION, jid(ana), {
      kind: 'image',
      media: {
        blobId: 'gone',
        mimetype: 'image/png',
        fileName: 'x.png',
        size: 1,
        seconds: null,
        voice: false,
      },
    })
    expect(await desk.report('failed', (one) => one.messageId === lost.id)).toMatchObject({
      what: 'send',
      code: 'ERR_NO_FILE_FOUND',
    })
    const noise = await desk.store(Buffer.from('not a sound'), 'audio/ogg', 'n.ogg')
    const broken = await desk.send(CONNECTION, jid(ana), { kind: 'audio', media: { ...noise, voice: true } })
    expect((await desk.report('failed', (one) => one.messageId === broken.id)).code).toBe('ERR_MEDIA_TYPE')
    const nobody = await desk.send(CONNECTION, '5511999999999@s.whatsapp.net', {
      body: 'Hello?',
      contactId: 99,
    })
    expect((await desk.report('failed', (one) => one.messageId === nobody.id)).code).toBe(
      'ERR_WAPP_INVALID_CONTACT',
    )
  })

  it('reads places, contact cards, groups, LID-addressed writers and missed calls', async () => {
    const place = await ana.sendLocation(shop, { latitude: -23.5, longitude: -46.6 })
    expect((await desk.report('message', (one) => one.waId === place)).body).toBe(
      '| https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR|-23.5, -46.6',
    )
    const card = await ana.sendContact(shop, { name: 'Bia', number: '5511900000099' })
    expect(await desk.report('message', (one) => one.waId === card)).toMatchObject({ type: 'contactMessage' })
    const group = sim.addGroup({ subject: 'Buyers', members: [ana, shop] })
    const inGroup = await ana.sendText(group, 'Hello all')
    expect(await desk.report('message', (one) => one.waId === inGroup)).toMatchObject({
      remoteJid: group.jid,
      peer: { group: group.jid.split('@')[0], name: 'Buyers', pn: null },
      author: { pn: ana.number, lid: ana.lid, name: 'Ana' },
    })
    const hidden = await ana.sendText(shop, 'By LID', { addressing: 'lid' })
    expect((await desk.report('message', (one) => one.waId === hidden)).peer).toMatchObject({
      pn: ana.number,
      lid: ana.lid,
    })
    const call = ana.call(shop)
    ana.hangUp(shop, call, 'timeout')
    expect(await desk.report('message', (one) => one.type === 'call_log')).toMatchObject({
      waId: `call-${call}`,
      body: 'Chamada de voz perdida',
    })
  })

  it('reports what is typed on the own phone as ours', async () => {
    const id = await shop.sendText(ana, 'From the phone itself')
    expect(await desk.report('message', (one) => one.waId === id)).toMatchObject({
      fromMe: true,
      body: 'From the phone itself',
      peer: { pn: ana.number, name: null },
    })
  })

  it('gives read receipts once', async () => {
    const id = await ana.sendText(shop, 'Read me')
    await desk.report('message', (one) => one.waId === id)
    desk.due('read', '1', CONNECTION, { messageIds: [messageIdOf(CONNECTION, false, id)] })
    await desk.change('due-work', 'read:1', ['ticket.read.v1'])
    await ana.waitForTick(id, 'read')
  })

  it('checks numbers and shows typing both ways', async () => {
    await desk.ask8s('known', CONNECTION, ana.number)
    expect((await desk.signal('reply', (one) => one.requestId === 'known')).reply).toEqual({
      what: 'check-number',
      number: ana.number,
      lid: ana.lid,
    })
    await desk.ask8s('unknown', CONNECTION, '5511988887777')
    expect((await desk.signal('reply', (one) => one.requestId === 'unknown')).reply).toMatchObject({
      number: null,
    })
    await desk.ask8s('down', 999, ana.number)
    expect((await desk.signal('reply', (one) => one.requestId === 'down')).reply).toEqual({
      what: 'failed',
      code: 'ERR_WAPP_NOT_INITIALIZED',
    })
    ana.type(shop, 'composing')
    expect(await desk.signal('presence', (one) => one.presence === 'composing')).toMatchObject({
      pn: ana.number,
    })
    const typed = ana.waitForEvent('typing')
    await desk.publish({
      kind: 'typing',
      companyId: COMPANY,
      connectionId: CONNECTION,
      to: jid(ana),
      on: true,
    })
    expect(await typed).toMatchObject({ by: shop.number, state: 'composing' })
  })

  it('answers a phone that could not read a message, from what was kept', async () => {
    ana.failNextDecrypt()
    const doc = await desk.send(CONNECTION, jid(ana), { body: 'Read me twice' })
    expect((await ana.waitFor((one) => one.text === 'Read me twice')).id).toBe(doc.waId)
  })

  it('leaves the simulator no question unanswered', () => {
    expect(sim.control.unknown).toEqual([])
  })

  it('logs no key, no code, no number and no text of anybody', async () => {
    const lines = logged.join('\n')
    expect(logged.length).toBeGreaterThan(10)
    const creds = (await desk.vault.getMany([`wa/${CONNECTION}/creds`])).get(`wa/${CONNECTION}/creds`)
    const { advSecretKey, noiseKey } = JSON.parse(creds?.value.toString() ?? '{}')
    const codes = desk.signals.flatMap((signal) =>
      signal.kind === 'qr' && signal.qrcode ? [signal.qrcode] : [],
    )
    const secrets = [advSecretKey, noiseKey.private.data, ...codes, ana.number, shop.number, 'Good morning']
    for (const secret of secrets) {
      expect(typeof secret).toBe('string')
      expect(lines.includes(secret)).toBe(false)
    }
  })
})
