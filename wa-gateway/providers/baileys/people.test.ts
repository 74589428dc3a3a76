import { describe, expect, it } from '@jest/globals'
import type { WASocket } from '@whiskeysockets/baileys'
import type { AuthState } from './auth-state.js'
import { createPeople } from './people.js'

const ANA = '5511900000002@s.whatsapp.net'

/** Requests to WhatsApp. The next request fails while `state.away`. */
const setUp = () => {
  const told: string[] = []
  const state = { away: false, known: undefined as { jid: string; exists: boolean }[] | undefined }
  const tell = async (what: string): Promise<void> => {
    if (state.away) throw new Error('the vault is away')
    told.push(what)
  }
  const onWhatsApp = async () => state.known
  const socket = { presenceSubscribe: tell, sendPresenceUpdate: tell, onWhatsApp } as unknown as WASocket
  const creds = { me: { id: '5511900000001:2@s.whatsapp.net', name: 'Shop' as string | undefined } }
  const people = createPeople(socket, { creds } as AuthState)
  return { told, state, creds, people }
}

describe('the presence subscription of a person', () => {
  it('is requested once, and again after a failure', async () => {
    const { told, state, people } = setUp()
    state.away = true
    await expect(people.watch(ANA)).rejects.toThrow('away')
    state.away = false
    await people.watch(ANA)
    await people.watch(ANA)
    expect(told).toEqual([ANA])
  })

  it('is requested again by a device that becomes available', async () => {
    const { told, people } = setUp()
    await people.watch(ANA)
    await people.available(true)
    await people.watch(ANA)
    expect(told).toEqual([ANA, 'available', ANA])
  })
})

describe('the availability of our account', () => {
  it('is sent once for any number of watchers, and withdrawn once', async () => {
    const { told, people } = setUp()
    await people.available(false)
    await Promise.all([people.available(true), people.available(true)])
    await people.available(true)
    await people.available(false)
    await people.available(false)
    await people.available(true)
    expect(told).toEqual(['available', 'unavailable', 'available'])
  })

  it('is sent again after a failure', async () => {
    const { told, state, people } = setUp()
    state.away = true
    await expect(people.available(true)).rejects.toThrow('away')
    state.away = false
    await people.available(true)
    expect(told).toEqual(['available'])
  })

  it('is sent by the first try after the account’s name has come', async () => {
    const { told, creds, people } = setUp()
    creds.me.name = undefined
    await expect(people.available(true)).rejects.toThrow('name')
    creds.me.name = 'Shop'
    await people.available(true)
    expect(told).toEqual(['available'])
  })
})

describe('a number', () => {
  it('without an answer from WhatsApp does not count as unknown', async () => {
    const { state, people } = setUp()
    await expect(people.checkNumber('5511988887777')).rejects.toThrow('did not answer')
    state.known = []
    expect(await people.checkNumber('5511988887777')).toEqual({ number: null, lid: null })
  })
})
