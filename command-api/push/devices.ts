import type { PushDevice } from '@guiche/contracts/routes/push.js'
import { createReadCache } from '@guiche/infra/bounded-cache.js'
import type { Vault, VaultEntry } from '@guiche/infra/vault/vault.js'

/** A browser that gets pushes until the session that asked for them ends. */
export interface Device extends PushDevice {
  readonly companyId: number
  readonly userId: number
  readonly sessionId: string
}

export interface Devices {
  /** Stores the device of a user and replaces the former one, because a user has one session. */
  keep(device: Device): Promise<void>
  /** Forgets a user's device; with `only`, if the function gives true for the device that is kept now. */
  forget(companyId: number, userId: number, only?: (device: Device) => boolean): Promise<void>
  /** All devices of a company. Changes by other processes are seen up to five seconds late. */
  ofCompany(companyId: number): Promise<readonly Device[]>
}

/** How long a company's devices stay in memory, to spare a read for each message. */
const REMEMBERED_MS = 5000
const PREFIX = 'push/device'

const keyOf = (companyId: number, userId: number): string => `${PREFIX}/${companyId}/${userId}`
const readDevice = ({ value }: VaultEntry): Device => JSON.parse(value.toString())

/** Devices are kept in the vault, because an address at a push service is a secret. */
export const createDevices = (vault: Pick<Vault, 'getMany' | 'commit' | 'list'>): Devices => {
  const known = createReadCache<number, readonly Device[]>(1000, REMEMBERED_MS)
  const load = async (companyId: number): Promise<readonly Device[]> => {
    const keys = await vault.list(`${PREFIX}/${companyId}/`)
    return keys.length === 0 ? [] : [...(await vault.getMany(keys)).values()].map(readDevice)
  }
  return {
    keep: async (device) => {
      const { companyId, userId } = device
      const value = Buffer.from(JSON.stringify(device))
      await vault.commit([{ key: keyOf(companyId, userId), value }])
      known.forget(companyId)
    },
    forget: async (companyId, userId, only = () => true) => {
      const key = keyOf(companyId, userId)
      const entry = (await vault.getMany([key])).get(key)
      if (entry === undefined || !only(readDevice(entry))) return
      // another device may have been stored meanwhile
      await vault.commit([{ key, value: null, expected: entry.epoch }])
      known.forget(companyId)
    },
    ofCompany: (companyId) => known.of(companyId, () => load(companyId)),
  }
}
