import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { Fence, Vault } from '@guiche/infra/vault/vault.js'

/** Whatever a server says: nothing is waited for longer, in seconds. */
const LONGEST = 60 * 86_400

const keyOf = (connectionId: number): string => `wa/${connectionId}/suspended-until`

/** Remembers until when WhatsApp has suspended an account, so that whoever runs it then brings it up again. */
export const createSuspensions = (vault: Vault, now: () => number) => ({
  /** `seconds` null: for nobody knows how long, and nothing happens by itself. */
  begin: async (connectionId: number, seconds: number | null, fence: Fence): Promise<void> => {
    const until = seconds === null ? '' : String(now() + Math.min(seconds, LONGEST) * 1000)
    await vault.commit([{ key: keyOf(connectionId), value: Buffer.from(until) }], fence)
  },
  /** Whether it is shown as suspended, and the time is over. */
  isOver: async ({ connectionId, status, reason }: ConnectionDoc): Promise<boolean> => {
    if (status !== 'DISCONNECTED' || reason !== 'ERR_WAPP_TEMP_BANNED') return false
    const kept = (await vault.getMany([keyOf(connectionId)])).get(keyOf(connectionId))?.value.toString() ?? ''
    return kept !== '' && Number(kept) <= now()
  },
})
