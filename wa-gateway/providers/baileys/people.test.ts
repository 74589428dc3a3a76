import { expect, it } from '@jest/globals'
import type { WASocket } from '@whiskeysockets/baileys'
import { createPeople } from './people.js'

const ANA = '5511900000002@s.whatsapp.net'

it('a person is watched by one request, and by another one if that has failed', async () => {
  const asked: string[] = []
  const state = { away: true }
  const presenceSubscribe = async (jid: string): Promise<void> => {
    if (state.away) throw new Error('the vault is away')
    asked.push(jid)
  }
  const people = createPeople({ presenceSubscribe } as unknown as WASocket)
  await expect(people.watch(ANA)).rejects.toThrow('away')
  state.away = false
  await people.watch(ANA)
  await people.watch(ANA)
  expect(asked).toEqual([ANA])
})
