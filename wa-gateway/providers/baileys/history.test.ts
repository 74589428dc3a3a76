import { tempVault } from '@guiche/infra/vault/testing/temp-vault.js'
import { describe, expect, it } from '@jest/globals'
import type { WAMessage } from '@whiskeysockets/baileys'
import { silentLogger } from '../../logger.js'
import type { ProviderEvent } from '../provider.js'
import { createHistory } from './history.js'

const BEGIN = Date.parse('2026-01-05T12:00:00.000Z') / 1000
const messages = Array.from({ length: 450 }, (_, n) => ({
  key: { id: `OLD${n}`, remoteJid: '5511900000002@s.whatsapp.net', fromMe: false },
  messageTimestamp: BEGIN + n,
  message: { conversation: `text ${n}` },
})) as WAMessage[]

describe('a part of the history', () => {
  it('is looked through with one question for what is wanted, also where a crash left it or the views were away', async () => {
    const { vault, close } = await tempVault()
    await vault.commit([{ key: 'wa/1/line', value: Buffer.from('{}') }])
    let questions = 0
    let emitted: ProviderEvent[] = []
    let dies = true
    let isAway = true
    const history = createHistory({
      options: {
        connectionId: 1,
        fence: { key: 'wa/1/line', epoch: 1 },
        history: async () => {
          if (isAway) {
            isAway = false
            throw new Error('the views are away')
          }
          questions += 1
          const [from, to] = ['2026-01-05T12:00:10.000Z', '2026-01-06T00:00:00.000Z']
          return { from, to, groups: false, closeTickets: false }
        },
        emit: async (event) => {
          if (dies) throw new Error('killed')
          emitted.push(event)
        },
      },
      lookups: {
        me: () => [],
        otherName: async () => null,
        subjectOf: async () => null,
        answered: new Set(),
        hidden: new Map(),
      },
      keepRaw: async () => {},
      stored: async (waId) => messages.find(({ key }) => key.id === waId) ?? null,
      vault,
      ended: new AbortController().signal,
      logger: silentLogger,
    })
    await expect(history.take({ messages } as never)).rejects.toThrow('killed')
    expect(questions).toBe(1)
    dies = false
    const bodies = () =>
      emitted.flatMap((event) =>
        event.kind === 'old-messages' ? event.messages.map(({ body }) => body) : [],
      )
    await history.takeLeft()
    // a question for each page of 200
    expect([questions, bodies().length, bodies()[0]]).toEqual([4, 440, 'text 449'])
    emitted = []
    await history.takeLeft()
    expect(emitted).toEqual([])
    await close()
  })
})
