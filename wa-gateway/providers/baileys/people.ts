import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { within } from '@guiche/infra/within.js'
import type { WASocket } from '@whiskeysockets/baileys'
import { isGroup, lidOf, pnOf } from '../../jids.js'
import type { CheckedNumber } from '../provider.js'
import type { AuthState } from './auth-state.js'

const LOOKUP_MS = 3_000

/** Requests about persons to the server. They reject if the server refuses. */
export const createPeople = (socket: WASocket, auth: Pick<AuthState, 'creds'>) => {
  let available = false
  const watched = createBoundedCache<string, true>(1_000)
  return {
    /** Announces once whether an agent is looking. Without the account's name, the package silently sends nothing. */
    available: async (on: boolean): Promise<null> => {
      if (on === available) return null
      if (!auth.creds.me?.name) throw new Error('the name of the account is not known yet')
      available = on
      // WhatsApp may ignore requests that a device made while unavailable
      if (on) watched.clear()
      await socket.sendPresenceUpdate(on ? 'available' : 'unavailable').catch((failure: unknown) => {
        available = !on
        throw failure
      })
      return null
    },
    /** Subscribes once to the typing of this person. */
    watch: async (jid: string): Promise<void> => {
      if (isGroup(jid) || watched.has(jid)) return
      watched.set(jid, true)
      await socket.presenceSubscribe(jid).catch((failure: unknown) => {
        watched.delete(jid)
        throw failure
      })
    },
    checkNumber: async (number: string): Promise<CheckedNumber> => {
      const answer = await socket.onWhatsApp(number)
      // without an answer the number stays unknown
      if (answer === undefined) throw new Error('WhatsApp did not answer')
      const [found] = answer
      if (!found?.exists) return { number: null, lid: null }
      const lid = await within(socket.signalRepository.lidMapping.getLIDForPN(found.jid), LOOKUP_MS, null)
      return { number: pnOf(found.jid), lid: lidOf(lid) }
    },
    blocklist: async (): Promise<string[]> => (await socket.fetchBlocklist()).flatMap((jid) => jid ?? []),
    block: async (jid: string, blocked: boolean): Promise<null> => {
      await socket.updateBlockStatus(jid, blocked ? 'block' : 'unblock')
      return null
    },
  }
}
