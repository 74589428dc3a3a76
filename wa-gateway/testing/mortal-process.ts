import { randomUUID } from 'node:crypto'
import { systemClock } from '@guiche/infra/clock.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { silentLogger } from '../logger.js'
import { arrivalsPrefix } from '../providers/baileys/auth-state.js'
import { createBaileysProvider } from '../providers/baileys/provider.js'
import type { InboundMessage, ProviderEvent, ProviderSession } from '../providers/provider.js'
import { createLeases, type Lease } from '../sessions/lease.js'
import type { Phone } from '../simulator/phone.js'
import './short-timers.js'
import type { createMemoryVault } from './memory-vault.js'
import { newWaId } from './wa-id.js'

interface Options {
  readonly server: { readonly url: string; readonly ca: string }
  /** survives the process */
  readonly vault: ReturnType<typeof createMemoryVault>
  readonly connectionId: number
  /** receiver of the messages */
  readonly contact: Phone
  /** time limit of each wait */
  readonly waitMs: number
  /** no event is ever handled, except states of the line */
  readonly reportsHang?: boolean
}

type Outcome = Awaited<ReturnType<Vault['commit']>>

/** Takes over the lease of a connection from its holder. */
export const takeOver = async (vault: Vault, connectionId: number): Promise<Lease> => {
  const lease = await createLeases({
    vault,
    clock: systemClock,
    newOwner: randomUUID,
    leaseMs: 60_000,
    sole: true,
  }).claim(connectionId)
  if (lease === null) throw new Error('somebody else took the connection at the same time')
  return lease
}

/**
 * A process that a test may kill: after its death it writes nothing, and its events are ignored. It has one session. Later
 * processes share its vault, so a test sees what a crash leaves behind. `life` says when the process dies.
 */
export const startMortalProcess = async (options: Options) => {
  const { server, vault, connectionId, contact, waitMs } = options
  const lease = await takeOver(vault, connectionId)
  const events: ProviderEvent[] = []
  const life = {
    dead: false,
    hangAfterArrival: false,
    hangAtRatchet: false,
    vaultAway: false,
    /** delays each write to the vault */
    delay: null as ((write: () => Promise<Outcome>) => Promise<Outcome>) | null,
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
      if (life.delay !== null) return life.delay(() => vault.commit(writes, guard))
      const done = await vault.commit(writes, guard)
      const arrived = writes.filter(({ key, value }) => key.startsWith('wa-in/') && value !== null)
      life.arrived.push(...arrived.map(({ key }) => key.slice(arrivalsPrefix(connectionId).length)))
      if (arrived.length > 0 && life.hangAfterArrival) life.dead = true
      for (const look of looks) look()
      return life.dead ? never : done
    },
  }
  const provider = createBaileysProvider({ vault: mortal, logger: silentLogger })
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
  const open = async (): Promise<ProviderSession> => {
    const fence = await lease.line()
    if (fence === null) throw new Error('another process has the connection')
    return provider.open({
      companyId: 1,
      connectionId,
      server,
      fence,
      pairingNumber: null,
      history: async () => ({ wish: null, missed: null }),
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
  }
  const seen = <K extends ProviderEvent['kind']>(kind: K) =>
    events.filter((event): event is Extract<ProviderEvent, { kind: K }> => event.kind === kind)
  /** Received messages with readable content. */
  const read = (): InboundMessage[] =>
    seen('message').flatMap(({ message }) => (message.type === 'unreadable' ? [] : [message]))
  let session = await open()
  return {
    events,
    life,
    until,
    seen,
    messages: read,
    event: <K extends ProviderEvent['kind']>(kind: K) => until(() => seen(kind).at(-1), kind),
    message: (waId: string) =>
      until(() => read().find((message) => message.waId === waId), `message ${waId}`),
    kept: (waId: string) =>
      until(() => (vault.has(arrivalsPrefix(connectionId) + waId) ? true : undefined), `${waId} to be kept`),
    /** Sends a text to the contact and gives its id. Rejects if the server has not accepted it. */
    answer: async (text: string): Promise<string> => {
      const waId = newWaId()
      const to = `${contact.number}@s.whatsapp.net`
      const prepared = await session.prepare({
        waId,
        to,
        text,
        file: null,
        card: null,
        forwarded: false,
        quoted: null,
      })
      const sent = prepared.ok ? await session.send({ waId, remoteJid: to }) : prepared
      if (!sent.ok) throw new Error(`${text} was not sent: ${JSON.stringify(sent.error)}`)
      return waId
    },
    /** Waits until the line is open, for the first time or again. */
    opened: (times = 1) => until(() => seen('open')[times - 1], 'an open line'),
    /** Waits until all arrivals are handled. */
    settled: () => until(() => (vault.count('wa-in/') === 0 ? true : undefined), 'an empty waiting room'),
    /**
     * From now on writes are delayed. `begun` resolves at the first write. `over` ends the delay for later writes. `arrive`
     * lets the delayed writes reach the vault and gives their outcomes.
     */
    slow: () => {
      let begin = (): void => undefined
      let arrive = (): void => undefined
      const begun = new Promise<void>((resolve) => {
        begin = resolve
      })
      const arrives = new Promise<void>((resolve) => {
        arrive = resolve
      })
      const outcomes: Promise<Outcome>[] = []
      life.delay = (write) => {
        const outcome = arrives.then(write)
        outcomes.push(outcome)
        begin()
        return outcome
      }
      return {
        begun,
        over: () => {
          life.delay = null
        },
        arrive: () => {
          arrive()
          return Promise.all(outcomes)
        },
      }
    },
    again: async () => {
      session = await open()
    },
    /** Kills the process without any cleanup. */
    crash: async () => {
      life.dead = true
      await session.close()
    },
    close: () => session.close(),
  }
}

/** Links the phone of a connection for later processes: the line opens once and closes again. */
export const linkForProcesses = async (options: Options, phone: Phone): Promise<void> => {
  const first = await startMortalProcess(options)
  await phone.scanQr((await first.event('qr')).qr)
  await first.until(() => first.seen('closed')[0], 'the end of the pairing')
  await first.close()
  await first.again()
  await first.opened()
  // The first messages bring the keys of everybody's Signal sessions.
  await first.message(await options.contact.sendText(phone, 'Hello'))
  await first.settled()
  await first.close()
}

export type MortalProcess = Awaited<ReturnType<typeof startMortalProcess>>
