import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { ANA_NUMBER, anaJid, BIA_NUMBER, openShop, PNG, SHOP_NUMBER, type Shop } from './testing/shop.js'

let desk: Shop
// Signatures are slow if many tests share few cores.

beforeAll(async () => {
  desk = await openShop()
})
beforeEach(() => desk.sim.control.clear(SHOP_NUMBER))
afterAll(() => desk.close())

describe('signs of life', () => {
  it('of typing and recording are seen on both sides', async () => {
    await desk.sim.control.until(() => desk.sim.control.isAvailable(SHOP_NUMBER))
    desk.ana.type(desk.shop, 'composing')
    await desk.client.event('presence.update', (p) => p.presences[anaJid]?.lastKnownPresence === 'composing')
    desk.ana.type(desk.shop, 'recording')
    await desk.client.event('presence.update', (p) => p.presences[anaJid]?.lastKnownPresence === 'recording')
    const typing = desk.ana.waitForEvent('typing')
    await desk.client.sock.sendPresenceUpdate('composing', anaJid)
    expect(await typing).toEqual({ chat: SHOP_NUMBER, by: SHOP_NUMBER, state: 'composing' })
    await desk.client.sock.presenceSubscribe(anaJid)
    await desk.client.event('presence.update', (p) => p.presences[anaJid]?.lastKnownPresence === 'available')
  })

  it('are told only to a client that is marked as online', async () => {
    const { ana, shop, client } = desk
    const seen = client.seen.length
    const told = () =>
      client.seen.slice(seen).flatMap(({ name, value }) => {
        if (name !== 'presence.update') return []
        const { presences } = value as BaileysEventMap['presence.update']
        return presences[anaJid]?.lastKnownPresence ?? []
      })
    await client.sock.sendPresenceUpdate('unavailable')
    await client.sock.presenceSubscribe(anaJid)
    await desk.sim.control.until(() => !desk.sim.control.isAvailable(SHOP_NUMBER))
    ana.type(shop, 'composing')
    ana.setOnline(false)
    ana.setOnline(true)
    await client.sock.sendPresenceUpdate('available')
    await desk.sim.control.until(() => desk.sim.control.isAvailable(SHOP_NUMBER))
    ana.type(shop, 'recording')
    await client.until(() => told().includes('recording') || undefined, 'recording')
    expect(told()).toEqual(['recording'])
  })

  it('of calls ring and can be refused', async () => {
    const refused = desk.ana.waitForEvent('call')
    const callId = desk.ana.call(desk.shop, { video: true })
    const [call] = await desk.client.event('call', (list) => list.some((one) => one.id === callId))
    expect(call).toMatchObject({ status: 'offer', isVideo: true, from: anaJid })
    await desk.client.sock.rejectCall(callId, anaJid)
    expect(await refused).toEqual({ callId, by: SHOP_NUMBER, state: 'reject' })
    desk.ana.hangUp(desk.shop, callId, 'timeout')
    await desk.client.event('call', (list) =>
      list.some((one) => one.id === callId && one.status === 'timeout'),
    )
  })
})

describe('the directory', () => {
  it('finds existing numbers, in every spelling', async () => {
    const found = await desk.client.sock.onWhatsApp(ANA_NUMBER, '5511999999999', '551190000002')
    expect(found).toEqual([
      { jid: anaJid, exists: true },
      { jid: anaJid, exists: true },
    ])
  })

  it('gives profile pictures, or their absence', async () => {
    desk.ana.setPicture(PNG)
    const url = await desk.client.sock.profilePictureUrl(anaJid)
    expect(url).toContain(`https://${desk.sim.mediaHost}/picture/${ANA_NUMBER}`)
    expect(await desk.client.fetch(url ?? '')).toEqual(PNG)
    await expect(desk.client.sock.profilePictureUrl(`${BIA_NUMBER}@s.whatsapp.net`)).rejects.toThrow(
      'item-not-found',
    )
  })

  it('gives the status of the account', async () => {
    expect(await desk.client.sock.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
    expect(await desk.client.sock.fetchNewChatMessageCap()).toMatchObject({ capping_status: 'NONE' })
  })
})

describe('the server', () => {
  it('had an answer to every request', () => {
    expect(desk.sim.control.unknown).toEqual([])
  })
})
