import { EventEmitter } from 'node:events'
import { Agent } from 'node:https'
import {
  type AuthenticationCreds,
  type BaileysEventMap,
  initAuthCreds,
  makeWASocket,
  type SignalDataSet,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys'
import { Agent as Dispatcher } from 'undici'
import '../../testing/short-timers.js'
import { silentEngineLogger } from '../log.js'
import type { Simulator } from '../simulator.js'

const WAIT_MS = 60_000

/** Credentials and keys in memory. */
const memoryAuth = () => {
  const creds: AuthenticationCreds = initAuthCreds()
  const shelves = new Map<string, unknown>()
  const keys = {
    get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      for (const id of ids) {
        const value = shelves.get(`${type}:${id}`)
        if (value !== undefined) found[id] = value as SignalDataTypeMap[T]
      }
      return found
    },
    set: async (data: SignalDataSet) => {
      for (const [type, entries] of Object.entries(data)) {
        for (const [id, value] of Object.entries(entries ?? {})) {
          if (value === null || value === undefined) shelves.delete(`${type}:${id}`)
          else shelves.set(`${type}:${id}`, value)
        }
      }
    },
  }
  return { creds, keys }
}

type ClosedConnection = { code: number; data: unknown }

/**
 * The real client library, connected to the simulator: only its addresses differ. The client reconnects after stream error 515,
 * as every user of the library must.
 */
export const createClient = (
  sim: Simulator,
  auth = memoryAuth(),
  extra: Partial<UserFacingSocketConfig> = {},
) => {
  const seen: { name: keyof BaileysEventMap; value: unknown }[] = []
  const bus = new EventEmitter()
  bus.setMaxListeners(0)
  const sent = new Map<string, WAMessage['message']>()
  let sock: WASocket
  const state = { qr: '', open: false, closed: undefined as ClosedConnection | undefined }

  // The type has no dispatcher, but the platform's fetch accepts one.
  const options = { dispatcher: new Dispatcher({ connect: { ca: sim.ca } }) } as unknown as RequestInit

  const connect = () => {
    state.open = false
    state.closed = undefined
    sock = makeWASocket({
      auth,
      waWebSocketUrl: sim.url,
      version: [2, 3000, 1043857760],
      logger: silentEngineLogger,
      fetchAgent: new Agent({ ca: sim.ca }),
      options,
      getMessage: async (key) => sent.get(key.id ?? '') ?? undefined,
      ...extra,
    })
    const current = sock
    current.ev.process((events) => {
      if (events['creds.update']) Object.assign(auth.creds, events['creds.update'])
      const update = events['connection.update']
      if (update?.qr) state.qr = update.qr
      if (update?.connection === 'open') state.open = true
      if (update?.connection === 'close') {
        const error = update.lastDisconnect?.error as
          | { output?: { statusCode?: number }; data?: unknown }
          | undefined
        state.open = false
        state.closed = { code: error?.output?.statusCode ?? 0, data: error?.data }
        if (state.closed.code === 515) setImmediate(connect)
      }
      for (const [name, value] of Object.entries(events)) {
        seen.push({ name: name as keyof BaileysEventMap, value })
      }
      bus.emit('any')
    })
  }
  connect()

  /** Resolves with the result of `find`: at once, or after a later event. */
  const until = <T>(find: () => T | undefined, what: string, timeoutMs = WAIT_MS) =>
    new Promise<T>((resolve, reject) => {
      const look = () => {
        const found = find()
        if (found === undefined || found === false) return
        clearTimeout(timer)
        bus.off('any', look)
        resolve(found)
      }
      const timer = setTimeout(() => {
        bus.off('any', look)
        reject(
          new Error(`client waited ${timeoutMs} ms for ${what}; saw ${seen.map((s) => s.name).join(' ')}`),
        )
      }, timeoutMs)
      bus.on('any', look)
      look()
    })

  return {
    auth,
    state,
    seen,
    until,
    connect,
    get sock() {
      return sock
    },
    qr: () => until(() => state.qr || undefined, 'a QR code'),
    opened: () => until(() => state.open || undefined, 'an open connection'),
    /**
     * Resolves after the first exchange of history and settings. If the connection is cut before, the library holds events back
     * for 20 s.
     */
    synced: () => until(() => auth.creds.accountSyncCounter > 0 || undefined, 'the first synchronisation'),
    closed: () => until(() => state.closed, 'the end of the connection'),
    /** The first matching message. */
    message: (fits: (message: WAMessage) => boolean) => until(() => messagesOf(seen).find(fits), 'a message'),
    messages: () => messagesOf(seen),
    /** The first matching item in the lists of this event. */
    event: <N extends keyof BaileysEventMap>(name: N, fits: (value: BaileysEventMap[N]) => boolean) =>
      until(
        () =>
          seen.find((one) => one.name === name && fits(one.value as BaileysEventMap[N]))?.value as
            | BaileysEventMap[N]
            | undefined,
        String(name),
      ),
    async send(...args: Parameters<WASocket['sendMessage']>): Promise<string> {
      const message = await sock.sendMessage(...args)
      const id = message?.key.id ?? ''
      sent.set(id, message?.message)
      return id
    },
    sent,
    fetch: async (url: string) => Buffer.from(await (await fetch(url, options)).arrayBuffer()),
    close: () => sock.end(undefined),
  }
}

export type Client = ReturnType<typeof createClient>

const messagesOf = (seen: { name: string; value: unknown }[]): WAMessage[] =>
  seen
    .filter((one) => one.name === 'messages.upsert')
    .flatMap((one) => (one.value as BaileysEventMap['messages.upsert']).messages)

/** Hides the output of the encryption library, which prints keys. Gives a function that shows the output again. */
export const muteConsole = () => {
  const kept = globalThis.console
  const nothing = () => undefined
  globalThis.console = { ...kept, info: nothing, error: nothing, warn: nothing, log: nothing }
  return () => {
    globalThis.console = kept
  }
}
