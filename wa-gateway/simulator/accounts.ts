import type { Connection } from './connection.js'
import { type Addressing, lidJid, numberJid, splitJid } from './jids.js'
import type { BinaryNode } from './nodes.js'
import type { KeyBundle } from './signal-engine.js'

/** A client linked to an account. */
export type Device = {
  id: number
  /** Public noise key that the client must log in with, base64. */
  noiseKey: string
  registrationId: number
  identity: Buffer
  signedPreKey: KeyBundle['signedPreKey']
  preKeys: { id: number; value: Buffer }[]
  historySent: boolean
  /** The client asked for the phone's full history. */
  fullHistory?: boolean | undefined
  /** Stanzas that the client has not confirmed yet, in order of sending. */
  pending: Map<string, BinaryNode>
  /** Keys of stanzas that were sent again on this connection before the first sending was confirmed. */
  sentAnew: Set<string>
  connection: Connection | undefined
  /** False until the client asked for its backlog on this connection. */
  active: boolean
  /** The client has marked itself as online, and so receives typing notifications. */
  available: boolean
}

/** State of a disconnected device. */
export const disconnectedState = (): Pick<Device, 'sentAnew' | 'connection' | 'active' | 'available'> => ({
  sentAnew: new Set(),
  connection: undefined,
  active: false,
  available: false,
})

/** The parts of the account's phone that the server needs. */
export type Primary = {
  bundle(): Promise<KeyBundle>
  deliver(node: BinaryNode): void
  greetDevice(device: Device): void
}

export type Account = {
  number: string
  lid: string
  name: string
  /** A username hides the number: others see the LID and the username. */
  username?: string | undefined
  about: string
  picture: Buffer | undefined
  /** Other spellings of the number that resolve to this account. */
  aliases: string[]
  nextDeviceId: number
  /** numbers that the account has blocked */
  blocked: string[]
  devices: Map<number, Device>
  primary: Primary | undefined
}

/** Address of one device of an account. */
export const deviceJid = (account: Account, deviceId: number, addressing: Addressing) =>
  addressing === 'lid' ? lidJid(account.lid, deviceId) : numberJid(account.number, deviceId)

/** The directory of accounts: by number, by alias, by any of their addresses. */
export const createAccounts = () => {
  const byNumber = new Map<string, Account>()
  const byLid = new Map<string, Account>()
  const byAlias = new Map<string, Account>()
  return {
    /** Adds or replaces an account. */
    put(account: Account): Account {
      byNumber.set(account.number, account)
      byLid.set(account.lid, account)
      for (const alias of account.aliases) byAlias.set(alias, account)
      return account
    },
    drop(account: Account): void {
      byNumber.delete(account.number)
      byLid.delete(account.lid)
      for (const alias of account.aliases) byAlias.delete(alias)
    },
    list: (): Account[] => [...byNumber.values()],
    byNumber: (number: string) => byNumber.get(number),
    /** Finds an account by its number or another spelling. */
    bySpelling: (number: string) => byNumber.get(number) ?? byAlias.get(number),
    byLid: (lid: string) => byLid.get(lid),
    byJid(jid: string | undefined): Account | undefined {
      const parts = splitJid(jid)
      if (!parts) return undefined
      return parts.addressing === 'lid' ? byLid.get(parts.user) : byNumber.get(parts.user)
    },
  }
}

export type Accounts = ReturnType<typeof createAccounts>

/**
 * The key bundle for a session with one device. Takes one of the device's one-time keys. Undefined if the device does not
 * exist.
 */
export const bundleOf = async (account: Account, deviceId: number): Promise<KeyBundle | undefined> => {
  if (deviceId === 0) return account.primary?.bundle()
  const device = account.devices.get(deviceId)
  if (!device) return undefined
  const preKey = device.preKeys.shift()
  const { registrationId, identity, signedPreKey } = device
  return { registrationId, identity, signedPreKey, ...(preKey && { preKey }) }
}
