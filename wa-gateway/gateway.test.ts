import { messageIdOf } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { COMPANY } from './testing/desk.js'
import { CONNECTION, jidOf, type Linked, openLinked } from './testing/linked.js'

let linked: Linked
let sim: Linked['sim']
let desk: Linked['desk']
let shop: Linked['shop']
let ana: Linked['ana']
let logged: readonly string[]

beforeAll(async () => {
  linked = await openLinked()
  ;({ sim, desk, shop, ana, logged } = linked)
})
afterAll(() => linked.close())

describe('a session paired by QR', () => {
  it('reports its connection states, the number, and the end of the QR code', async () => {
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
      remoteJid: jidOf(ana),
      mediaPending: false,
      imported: false,
      peer: { pn: ana.number, group: null, name: 'Ana' },
    })
  })

  it('sends a text under the prepared id and reports its acks', async () => {
    const doc = await desk.send(CONNECTION, jidOf(ana), { body: 'How can I help?' })
    expect((await ana.waitFor((one) => one.text === 'How can I help?')).id).toBe(doc.waId)
    await desk.report('sent', (one) => one.messageId === doc.id)
    await desk.report('ack', (one) => one.waId === doc.waId && one.ack === 3)
    ana.read(shop)
    await desk.report('ack', (one) => one.waId === doc.waId && one.ack === 4)
  })

  it('reaches a number that WhatsApp spells differently, also with changes of the message', async () => {
    const rui = sim.addPhone({ number: '558388887777', name: 'Rui', aliases: ['5583988887777'] })
    const doc = await desk.send(CONNECTION, '5583988887777@s.whatsapp.net', {
      body: 'Hello Rui',
      contactId: 55,
    })
    expect((await rui.waitFor((one) => one.text === 'Hello Rui')).id).toBe(doc.waId)
    const { peer } = await desk.report('identities', (one) => one.peer.pn === rui.number)
    expect(peer.lid).toBe(rui.lid)
    await desk.ask('edit', doc, 'Good morning, Rui')
    expect((await rui.waitFor((one) => one.text === 'Good morning, Rui')).id).toBe(doc.waId)
  })

  it('quotes a message of the contact, and knows when its own is quoted', async () => {
    const asked = await ana.sendText(shop, 'Do you open on Sunday?')
    const question = await desk.report('message', (one) => one.waId === asked)
    const quotedId = messageIdOf(CONNECTION, false, question.waId)
    const doc = await desk.send(CONNECTION, jidOf(ana), { body: 'From nine to one', quotedId })
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

    const ours = await desk.send(CONNECTION, jidOf(ana), { body: 'First' })
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

  it('puts messages of a broadcast list into the chat with the sender', async () => {
    for (const addressing of ['pn', 'lid'] as const) {
      const id = await ana.sendText(shop, 'To all my shops', { list: '1700000000@broadcast', addressing })
      expect(await desk.report('message', (one) => one.waId === id)).toMatchObject({
        peer: { pn: ana.number, lid: ana.lid, group: null, name: ana.name },
        remoteJid: addressing === 'pn' ? jidOf(ana) : `${ana.lid}@lid`,
        participant: null,
        author: null,
        body: 'To all my shops',
      })
    }
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

  it('reports messages from the own phone as our own', async () => {
    const id = await shop.sendText(ana, 'From the phone itself')
    expect(await desk.report('message', (one) => one.waId === id)).toMatchObject({
      fromMe: true,
      body: 'From the phone itself',
      peer: { pn: ana.number, name: null },
    })
  })

  it('reports the username of a contact with hidden number, from groups and the own phone', async () => {
    const maria = sim.addPhone({ number: '5511900000077', name: 'Maria', username: 'maria.souza' })
    const id = await maria.sendText(shop, 'Hi')
    const byLid = { pn: null, lid: maria.lid, group: null }
    const first = await desk.report('message', (one) => one.waId === id)
    expect(first.peer).toEqual({ ...byLid, name: 'Maria' })
    const group = sim.addGroup({ subject: 'Sellers', members: [maria, shop] })
    await maria.sendText(group, 'Hello')
    const told = await desk.report('username', (one) => one.peer.lid === maria.lid)
    expect(told).toMatchObject({ peer: byLid, username: 'maria.souza' })
    maria.setUsername('maria')
    const answer = await shop.sendText(maria, 'Hello Maria')
    const ours = await desk.report('message', (one) => one.waId === answer)
    expect(ours).toMatchObject({ fromMe: true, peer: { ...byLid, username: 'maria' } })
    await desk.report('username', (one) => one.peer.lid === maria.lid && one.username === 'maria')
  })

  it('sends read receipts once', async () => {
    const id = await ana.sendText(shop, 'Read me')
    await desk.report('message', (one) => one.waId === id)
    desk.due('read', '1', CONNECTION, { messageIds: [messageIdOf(CONNECTION, false, id)] })
    await desk.change('due-work', 'read:1', ['ticket.read.v1'])
    await ana.waitForTick(id, 'read')
  })

  it('blocks a contact: nothing of it arrives, until it is unblocked', async () => {
    const blocking = async (requestId: string, blocked: boolean) => {
      const request = { what: 'block', connectionId: CONNECTION, jid: jidOf(ana), blocked } as const
      await desk.publish({ kind: 'request', companyId: COMPANY, requestId, request })
      return (await desk.signal('reply', (one) => one.requestId === requestId)).reply
    }
    expect(await blocking('block', true)).toEqual({ what: 'done' })
    const lost = await ana.sendText(shop, 'You will not see this')
    expect(await blocking('unblock', false)).toEqual({ what: 'done' })
    const seen = await ana.sendText(shop, 'Here again')
    await desk.report('message', (one) => one.waId === seen)
    expect(desk.reports.filter((one) => one.kind === 'message' && one.waId === lost)).toEqual([])
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
    const typed = ana.waitForEvent('typing')
    await desk.publish({
      kind: 'typing',
      companyId: COMPANY,
      connectionId: CONNECTION,
      to: jidOf(ana),
      on: true,
    })
    expect(await typed).toMatchObject({ by: shop.number, state: 'composing' })
    const recorded = ana.waitForEvent('typing')
    await desk.publish({
      ...{ kind: 'typing', companyId: COMPANY, connectionId: CONNECTION, to: jidOf(ana) },
      ...{ on: true, recording: true },
    })
    expect(await recorded).toMatchObject({ by: shop.number, state: 'recording' })
    // No agent looks at the conversation.
    ana.type(shop, 'recording')
    const contact = { connectionId: CONNECTION, jid: jidOf(ana) }
    await desk.publish({
      ...{ kind: 'viewing', companyId: COMPANY, userId: 1, ticketId: 1 },
      ...{ state: 'viewing', contact },
    })
    await desk.signal('presence', (one) => one.presence === 'available')
    ana.type(shop, 'composing')
    expect(await desk.signal('presence', (one) => one.presence === 'composing')).toMatchObject({
      pn: ana.number,
    })
    expect(desk.signals.some((one) => one.kind === 'presence' && one.presence === 'recording')).toBe(false)
  })

  it('reports how long the line has been up', async () => {
    const request = { what: 'up-for', connectionId: CONNECTION } as const
    await desk.publish({ kind: 'request', companyId: COMPANY, requestId: 'up', request })
    const { reply } = await desk.signal('reply', (one) => one.requestId === 'up')
    const { ms } = reply as Extract<typeof reply, { what: 'up-for' }>
    expect(ms).toBeGreaterThan(0)
    expect(ms).toBeLessThan(600_000)
  })

  it('resends a stored message to a phone that could not decrypt it', async () => {
    ana.failNextDecrypt()
    const doc = await desk.send(CONNECTION, jidOf(ana), { body: 'Read me twice' })
    expect((await ana.waitFor((one) => one.text === 'Read me twice')).id).toBe(doc.waId)
  })

  it('leaves the simulator no question unanswered', () => {
    expect(sim.control.unknown).toEqual([])
  })

  it('logs no key, code, number or text', async () => {
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
