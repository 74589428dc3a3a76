import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import type { SignalDataSet, SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys'

/** What the encryption library keeps of one person's device: all sessions with it, by their base key. */
interface Sessions {
  readonly _sessions: Readonly<Record<string, { readonly indexInfo: { readonly used: number } }>>
}

const inOrder = createSerialQueue()

/** `after` with every session as it was but the one that was used; `after` itself when that cannot be told. */
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
 * The keys of one client, so that they outlive two faults of the encryption library.
 *
 * It queues its work by the other person's address alone, and runs what waits there in the asynchronous context of
 * whoever came first. The package finds its transaction by that context: a ratchet would be written into one that is
 * over, and be lost. So transactions of one name run one after another, over all clients of this process.
 *
 * To find the session that a message was written in it tries one after the other, and each try moves a ratchet, also
 * that of a session which does not fit. So only the one that did is kept as the library left it.
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
      // The package's type says bytes; what it keeps is the library's own record.
      known[id] ? [[id, onlyUsed(known[id] as unknown as Sessions, after as unknown as Sessions)]] : [],
    )
    return keys.set({ ...data, session: { ...data.session, ...Object.fromEntries(sound) } })
  },
  transaction: (work, name) =>
    keys.isInTransaction() ? work() : keys.transaction(() => inOrder(name, work), name),
})
