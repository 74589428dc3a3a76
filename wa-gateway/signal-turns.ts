import { createTurns } from '@guiche/infra/vault/turns.js'
import type { SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys'

const turns = createTurns()

/**
 * Keys whose transactions of one name never overlap with those of another session or simulated phone in this process.
 * The encryption library queues its work by the other person's address alone, and runs what waits there in the
 * asynchronous context of whoever came first. The package finds its transaction by that context: a ratchet would be
 * written into one that is over, and be lost.
 */
export const inTurnByAddress = (keys: SignalKeyStoreWithTransaction): SignalKeyStoreWithTransaction => ({
  ...keys,
  transaction: (work, name) =>
    keys.isInTransaction() ? work() : keys.transaction(() => turns(name, work), name),
})
