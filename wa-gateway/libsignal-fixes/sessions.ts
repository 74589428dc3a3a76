import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import type { SignalDataSet, SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys'

/** The encryption library's entry for one device of a person: all sessions with the device, by their base key. */
interface Sessions {
  readonly _sessions: Readonly<Record<string, { readonly indexInfo: { readonly used: number } }>>
}

const transactionQueue = createSerialQueue()

/** `after` with all sessions as before, except the used one; `after` itself if the used one is unknown. */
const onlyUsed = (before: Sessions, after: Sessions): Sessions => {
  const all = Object.entries(after._sessions)
  const isUsed = ([name, { indexInfo }]: (typeof all)[number]): boolean => {
    const known = before._sessions[name]
    return known !== undefined && known.indexInfo.used !== indexInfo.used
  }
  if (all.filter(isUsed).length !== 1) return after
  const sound = all.map((one) => (isUsed(one) ? one : [one[0], before._sessions[one[0]] ?? one[1]]))
  return { ...after, _sessions: Object.fromEntries(sound) }
}

/**
 * The keys of one client, protected from two faults of the encryption library. 1. The library queues work by the
 * other person's address alone, in the asynchronous context of the first caller. The package finds its transaction by
 * that context, so a ratchet could be lost in a finished transaction. Transactions of one name therefore run one
 * after another, over all clients of this process. 2. To find the session of a message the library tries all
 * sessions, and each try moves a ratchet. So only the session that fits is kept as the library left it.
 */
export const withSessionFixes = (keys: SignalKeyStoreWithTransaction): SignalKeyStoreWithTransaction => ({
  ...keys,
  set: async (data: SignalDataSet) => {
    const changed = Object.entries(data.session ?? {}).filter(([, after]) => after !== null)
    if (changed.length === 0) return keys.set(data)
    const known = await keys.get(
      'session',
      changed.map(([id]) => id),
    )
    const sound = changed.flatMap(([id, after]) =>
      // The package's type says bytes, but the value is the library's own record.
      known[id] ? [[id, onlyUsed(known[id] as unknown as Sessions, after as unknown as Sessions)]] : [],
    )
    return keys.set({ ...data, session: { ...data.session, ...Object.fromEntries(sound) } })
  },
  transaction: (work, name) =>
    keys.isInTransaction() ? work() : keys.transaction(() => transactionQueue(name, work), name),
})
