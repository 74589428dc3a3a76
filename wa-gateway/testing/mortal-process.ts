import type { Vault } from '@guiche/infra/vault/vault.js'
import { silentLogger } from '../logger.js'
import { arrivalsPrefix } from '../providers/baileys/auth-state.js'
import { createBaileysProvider } from '../providers/baileys/provider.js'
import type { InboundMessage, ProviderEvent, ProviderSession } from '../providers/provider.js'
import type { Phone } from '../simulator/phone.js'
import './short-timers.js'
import type { createMemoryVault } from './memory-vault.js'
import { newWaId } from './wa-id.js'

interface Options {
  readonly server: { readonly url: string; readonly ca: string }
  /** what outlives the process */
  readonly vault: ReturnType<typeof createMemoryVault>
  readonly connectionId: number
  /** key of the entry that fences the session */
  readonly ownerKey: string
  /** which owner this process is; 1 unless another one came before */
  readonly epoch?: number
  /** who is written to */
  readonly contact: Phone
  /** how long each thing is waited for */
  readonly waitMs: number
  /** what is reported besides the state of the line is never taken */
  readonly reportsHang?: boolean
}

/**
 * A process that may die: from then on it writes nothing and nothing of it is heard. It has one session, on a vault
 * that is shared with the processes after it, so a test sees what a crash leaves to them. `life` says when it dies.
 */
export const startMortalProcess = async (options: Options) => {
  const { server, vault, connectionId, ownerKey, contact, waitMs } = options
  const fence = { key: ownerKey, epoch: options.epoch ?? 1 }
  const events: ProviderEvent[] = []
  const life = {
    dead: false,
    hangAfterArrival: false,
    hangAtRatchet: false,
    vaultAway: false,
    arrived: [] as string[],
  }
  const looks = new Set<() => void>()
  const never = new Promise<never>(() => undefined)
  const mortal: Vault = {
    ...vault,
    commit: async (writes, guard) => {
      if (life.hangAtRatchet && writes.some(({ key }) => key.includes('/key/session/'))) life.dead = true
      for (const look of looks) look()
      if (life.dead) return never
      if (life.vaultAway) throw new Error('the vault does not answer')
      const done = await vault.commit(writes, guard)
      const arrived = writes.filter(({ key, value }) => key.startsWith('wa-in/') && value !== null)
      life.arrived.push(...arrived.map(({ key }) => key.slice(arrivalsPrefix(connectionId).length)))
      if (arrived.length > 0 && life.hangAfterArrival) life.dead = true
      for (const look of looks) look()
      return life.dead ? never : done
    },
  }
  const provider = createBaileysProvider({ vault: mortal, logger: silentLogger, version: null })
  const until = <T>(find: () => T | undefined, what: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        looks.delete(look)
        reject(new Error(`waited for ${what}; saw ${events.map(({ kind }) => kind).join(' ')}`))
      }, waitMs)
      const look = () => {
        const found = find()
        if (found === undefined) return
        clearTimeout(timer)
        looks.delete(look)
        resolve(found)
      }
      looks.add(look)
      look()
    })
  const open = (): Promise<ProviderSession> =>
    provider.open({
      companyId: 1,
      connectionId,
      server,
      fence,
      pairingNumber: null,
      qrMs: 20_000,
      takenMs: 60_000,
      emit: async (event) => {
        if (life.dead) return
        events.push(event)
        for (const look of looks) look()
        const isConnection = ['qr', 'paired', 'open', 'closed'].includes(event.kind)
        if (!isConnection && options.reportsHang) await never
      },
    })
  const seen = <K extends ProviderEvent['kind']>(kind: K) =>
    events.filter((event): event is Extract<ProviderEvent, { kind: K }> => event.kind === kind)
  let session = await open()
  return {
    events,
    life,
    until,
    seen,
    messages: (): InboundMessage[] => seen('message').map(({ message }) => message),
    event: <K extends ProviderEvent['kind']>(kind: K) => until(() => seen(kind).at(-1), kind),
    message: (waId: string) =>
      until(() => seen('message').find(({ message }) => message.waId === waId)?.message, `message ${waId}`),
    kept: (waId: string) =>
      until(() => (vault.has(arrivalsPrefix(connectionId) + waId) ? true : undefined), `${waId} to be kept`),
    /** Sends a text to the contact and gives its id. */
    answer: async (text: string): Promise<string> => {
      const waId = newWaId()
      await session.send({ waId, to: `${contact.number}@s.whatsapp.net`, text, file: null, quoted: null })
      return waId
    },
    opened: () => until(() => seen('open')[0], 'an open line'),
    /** All arrivals are gone. */
    settled: () => until(() => (vault.count('wa-in/') === 0 ? true : undefined), 'an empty waiting room'),
    again: async () => {
      session = await open()
    },
    /** The end that nobody had time to prepare. */
    crash: async () => {
      life.dead = true
      await session.close()
    },
    close: () => session.close(),
  }
}

export type MortalProcess = Awaited<ReturnType<typeof startMortalProcess>>
