/** Ids of the records of a frame; null if frames may have been missed. */
type ArrivedIds = ReadonlySet<unknown> | null

const listeners = new Set<(came: ArrivedIds) => void>()

/** Reports arrived records to all listeners. */
export const reportArrivals = (came: ArrivedIds): void => {
  for (const listener of listeners) listener(came)
}

/** Calls `forget` whenever frames may have been missed, from now on. */
export const onMissedFrames = (forget: () => void): void =>
  void listeners.add((came) => {
    if (came === null) forget()
  })

/**
 * Listens for frames from now on. `shows` resolves once a frame has brought the record with this id. After
 * missed frames `shows` resolves, too: the caller repeats its request.
 */
export const listenForRecords = () => {
  const ids = new Set<unknown>()
  let missed = false
  let wake = (): void => undefined
  const listener = (came: ArrivedIds): void => {
    for (const id of came ?? []) ids.add(id)
    missed ||= came === null
    wake()
  }
  listeners.add(listener)
  return {
    shows: (id: unknown): Promise<void> =>
      new Promise((resolve) => {
        wake = () => (missed || ids.has(id)) && resolve()
        wake()
      }),
    end: (): void => void listeners.delete(listener),
  }
}
