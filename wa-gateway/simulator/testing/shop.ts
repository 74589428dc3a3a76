import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { createSimulator } from '../simulator.js'
import { createClient, muteConsole } from './client.js'

export const SHOP_NUMBER = '5511900000001'
export const ANA_NUMBER = '5511900000002'
export const BIA_NUMBER = '5511900000003'
export const anaJid = `${ANA_NUMBER}@s.whatsapp.net`

/** A 1×1 picture. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Predicates that find a message by its id: `withId` for the client's messages, `withTextId` for a phone's. */
export const withId = (id: string) => (message: { key: { id?: string | null } }) => message.key.id === id
export const withTextId = (id: string) => (message: { id: string }) => message.id === id

/** A shop whose phone is linked to a client, and two customers, one with a hidden number. */
export const openShop = async () => {
  const unmute = muteConsole()
  const sim = await createSimulator()
  const shop = sim.addPhone({ number: SHOP_NUMBER, name: 'Shop', kind: 'own' })
  const ana = sim.addPhone({ number: ANA_NUMBER, name: 'Ana', aliases: ['551190000002'] })
  const bia = sim.addPhone({ number: BIA_NUMBER, name: 'Bia', addressing: 'lid' })
  const client = createClient(sim)
  await shop.scanQr(await client.qr())
  await client.opened()
  return {
    sim,
    shop,
    ana,
    bia,
    client,
    /** The highest status that the client knows of one of its own messages. */
    statusOf: (id: string): number => {
      type Item = { key: { id: string }; status?: number; update?: { status?: number } }
      const items = client.seen.flatMap(({ name, value }) => {
        if (name === 'messages.upsert')
          return (value as BaileysEventMap['messages.upsert']).messages as Item[]
        return name === 'messages.update' ? (value as Item[]) : []
      })
      const own = items.filter((item) => item.key.id === id)
      return Math.max(0, ...own.map((item) => item.status ?? item.update?.status ?? 0))
    },
    /** The client's receipts of its own message in a group, from receipt events or with the message. */
    receiptsOf: (id: string) =>
      client.seen.flatMap(({ name, value }) => {
        if (name === 'message-receipt.update')
          return (value as BaileysEventMap['message-receipt.update'])
            .filter(({ key }) => key.id === id)
            .map(({ receipt }) => receipt)
        if (name !== 'messages.upsert') return []
        const { messages } = value as BaileysEventMap['messages.upsert']
        return messages.filter(({ key }) => key.id === id).flatMap(({ userReceipt }) => userReceipt ?? [])
      }),
    close: async () => {
      await client.close()
      await sim.close()
      unmute()
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>
