import { useEffect, useState } from 'react'
import type { Outgoing } from '../outgoing.js'

type KeyedMessage = Pick<Outgoing, 'key'>

/**
 * Gives a function that tells whether a list has a key that was in no earlier list. `first`: the first list.
 */
export const createNewcomerCheck = (
  first: readonly KeyedMessage[],
): ((now: readonly KeyedMessage[]) => boolean) => {
  const known = new Set(first.map(({ key }) => key))
  return (now) => {
    const before = known.size
    for (const { key } of now) known.add(key)
    return known.size > before
  }
}

/** Calls `onSent` for each new message; earlier waiting or failed messages do not count. */
export const useSent = (outgoing: readonly Outgoing[], onSent: () => void): void => {
  const [hasNew] = useState(() => createNewcomerCheck(outgoing))
  useEffect(() => {
    if (hasNew(outgoing)) onSent()
  }, [hasNew, outgoing, onSent])
}
