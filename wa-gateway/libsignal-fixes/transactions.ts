import type { SignalKeyStore, SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys'
import type { Baileys } from '../providers/baileys/load.js'
import { withSessionFixes } from './sessions.js'

/** Shared keys beside the ratchets, handled by the package; they may still be on their way to the store. */
const SHARED_KEY_TYPE = 'device-list'
const COMMIT = { maxCommitRetries: 3, delayBetweenTriesMs: 200 }

interface Deps {
  readonly baileys: Pick<Baileys, 'addTransactionCapability'>
  /** the store itself */
  readonly stored: SignalKeyStore
  /** the package's own key store, with the transactions of sending and retrying */
  readonly shared: SignalKeyStoreWithTransaction
  readonly logger: Parameters<Baileys['addTransactionCapability']>[1]
}

/**
 * Keys for encrypting and decrypting: each use is a transaction of its own, one after the other. The package would
 * make each use a part of the transaction that sends a message. That transaction commits after the message has left,
 * so a crash would use a key twice or forget a session. The transaction would also write sessions back as found, over
 * messages decrypted meanwhile.
 */
export const withOwnTransactions = ({
  baileys,
  stored,
  shared,
  logger,
}: Deps): SignalKeyStoreWithTransaction => {
  const own = baileys.addTransactionCapability(stored, logger, COMMIT)
  return withSessionFixes({
    ...own,
    get: (type, ids) => (type === SHARED_KEY_TYPE ? shared.get(type, ids) : own.get(type, ids)),
    // A person has two addresses, so the name that is given does not tell sessions apart.
    transaction: (work) => own.transaction(work, 'ratchets'),
  })
}
