import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { Fence, Vault } from '@guiche/infra/vault/vault.js'
import type { Server } from '../providers/provider.js'

/** Longest pause in seconds, even if a server asks for a longer one. */
const MAX_SUSPENSION = 60 * 86_400

const keyOf = (connectionId: number): string => `wa/${connectionId}/suspended-until`

/**
 * Reasons that keep a connection down for a while. WhatsApp has suspended the account, until a time that is
 * remembered here, or the simulator is off. The owning process then brings the connection up again.
 */
export const createSuspensions = ({
  vault,
  now,
  serverOf,
}: {
  readonly vault: Vault
  readonly now: () => number
  readonly serverOf: (channel: ConnectionDoc['channel']) => Promise<Server | null | 'off'>
}) => ({
  /** `seconds` null: the end is unknown, so the session does not restart automatically. */
  begin: async (connectionId: number, seconds: number | null, fence: Fence): Promise<void> => {
    const until = seconds === null ? '' : String(now() + Math.min(seconds, MAX_SUSPENSION) * 1000)
    await vault.commit([{ key: keyOf(connectionId), value: Buffer.from(until) }], fence)
  },
  /** Whether the connection is shown as down for such a cause, and the cause is over. */
  isOver: async ({ connectionId, channel, status, reason }: ConnectionDoc): Promise<boolean> => {
    if (status !== 'DISCONNECTED') return false
    if (reason === 'ERR_SIMULATOR_OFF') return (await serverOf(channel)) !== 'off'
    if (reason !== 'ERR_WAPP_TEMP_BANNED') return false
    const kept = (await vault.getMany([keyOf(connectionId)])).get(keyOf(connectionId))?.value.toString() ?? ''
    return kept !== '' && Number(kept) <= now()
  },
})
