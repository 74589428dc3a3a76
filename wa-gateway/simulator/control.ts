import { once } from 'node:events'
import { type BinaryNode, buildStanza } from './nodes.js'
import type { Server } from './server.js'
import type { World } from './world.js'

/** Fault injection and inspection, for tests and for the page. Accounts are named by their number. */
export const createControl = (world: World, server: Server) => ({
  ...world.faults,
  /** Stanzas that the server does not support. Tests expect an empty list. */
  unknown: world.unknown as readonly BinaryNode[],
  /** Cuts the sockets of an account abruptly (the client sees 428). */
  dropSockets: (number: string): void => server.eachSocket(number, (connection) => connection.cut()),
  /** Ends the sockets of an account as if another client had replaced it (440). */
  conflict: (number: string): void =>
    server.eachSocket(number, (connection) => {
      connection.send(buildStanza('stream:error', {}, [buildStanza('conflict', { type: 'replaced' })]))
      connection.close()
    }),
  /** Ends the sockets of an account with a stream error of this code, such as 503 or 515. */
  streamError: (number: string, code: number): void =>
    server.eachSocket(number, (connection) => {
      connection.send(buildStanza('stream:error', { code }))
      connection.close()
    }),
  /** Refuses the next logins with a failure code (401, 402, 403, 405, 406, 500, 503 …). */
  failLogin: (number: string, code: number, { times = 1, attrs = {} as Record<string, string> } = {}): void =>
    world.faults.failLogin(number, { code, times, attrs }),
  /** False refuses new sockets and cuts the present ones. */
  setReachable: server.setReachable,
  /** Resolves as soon as the condition holds; rejects after the time limit. */
  until: async (holds: () => boolean, timeoutMs = 60_000): Promise<void> => {
    const signal = AbortSignal.timeout(timeoutMs)
    while (!holds()) await once(world.news, 'change', { signal })
  },
  /** Number of stanzas that a linked client has not confirmed. */
  backlog: (number: string, deviceId: number): number =>
    world.accounts.byNumber(number)?.devices.get(deviceId)?.pending.size ?? 0,
  /** One-time keys left on the server. */
  preKeys: (number: string, deviceId: number): number =>
    world.accounts.byNumber(number)?.devices.get(deviceId)?.preKeys.length ?? 0,
  /** Removes one-time keys until `count` keys are left. */
  keepPreKeys: (number: string, deviceId: number, count: number): void => {
    world.accounts.byNumber(number)?.devices.get(deviceId)?.preKeys.splice(count)
  },
  /** Whether the account is on the server and a client of it is logged in. */
  isConnected: (number: string): boolean =>
    [...(world.accounts.byNumber(number)?.devices.values() ?? [])].some((device) => device.active),
  /** Whether a client of the account has marked itself as online. */
  isAvailable: (number: string): boolean =>
    [...(world.accounts.byNumber(number)?.devices.values() ?? [])].some((device) => device.available),
})

export type Control = ReturnType<typeof createControl>
