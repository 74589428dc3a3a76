/** Sockets that are being opened at the same time. */
export const MAX_OPENING = 20

/** Lets a limited number in at a time, in the order of arrival. Connections that a person waits for go first. */
export interface Gate {
  /** Resolves with a function that releases the place. Repeated calls are harmless. */
  enter(first: boolean): Promise<() => void>
}

export const createGate = (places: number): Gate => {
  const lines = { first: [] as (() => void)[], others: [] as (() => void)[] }
  let free = places
  const leave = (): void => {
    const next = lines.first.shift() ?? lines.others.shift()
    if (next === undefined) free += 1
    else next()
  }
  return {
    enter: async (first) => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => (first ? lines.first : lines.others).push(resolve))
      let left = false
      return () => {
        if (!left) leave()
        left = true
      }
    },
  }
}
