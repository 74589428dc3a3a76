/** Keys of an item. Items that share a key keep their order. `own`: the key of the item's own subject. */
export interface Keys {
  readonly shared: readonly string[]
  readonly own: string | null
}
export const keyList = ({ shared, own }: Keys): readonly string[] =>
  own === null ? shared : [...shared, own]

/** An item stored in the vault, because it failed or other items come first. */
export interface WaitingItem {
  /** key of the item in the vault */
  readonly key: string
  readonly keys: Keys
  /** milliseconds since the epoch */
  readonly dueAt: number
  /** in the backlog of another instance, which works on the item while it lives */
  readonly foreign: boolean
}

/** The waiting items of one company, in order. A `later` backlog runs only while no other backlog has work. */
export interface Backlog {
  readonly later: boolean
  readonly waiting: ReadonlyMap<string, WaitingItem>
  /** time of the next check */
  nextDue: number
  busy: boolean
  put(waiting: WaitingItem): void
  drop(key: string): void
  /** whether something that waits has this key */
  holds(key: string): boolean
  /** Up to `limit` keys of due items whose lane has no earlier item that is not due. Sets `nextDue`. */
  ready(now: number, limit: number): string[]
}

const createBacklog = (later: boolean): Backlog => {
  const waiting = new Map<string, WaitingItem>()
  const held = new Map<string, number>()
  const count = ({ keys }: WaitingItem, step: number) => {
    for (const key of later ? [keys.own ?? ''] : keyList(keys)) {
      const left = (held.get(key) ?? 0) + step
      if (left > 0) held.set(key, left)
      else held.delete(key)
    }
  }
  const backlog: Backlog = {
    later,
    waiting,
    nextDue: Number.POSITIVE_INFINITY,
    busy: false,
    put: (item) => {
      const known = waiting.get(item.key)
      if (known !== undefined) count(known, -1)
      // a key that is known keeps its place in the order
      waiting.set(item.key, item)
      count(item, 1)
      backlog.nextDue = Math.min(backlog.nextDue, item.dueAt)
    },
    drop: (key) => {
      const known = waiting.get(key)
      if (known === undefined) return
      waiting.delete(key)
      count(known, -1)
    },
    holds: (key) => held.has(key),
    ready: (now, limit) => {
      const found: string[] = []
      const blocked = new Set<string>()
      backlog.nextDue = Number.POSITIVE_INFINITY
      for (const item of waiting.values()) {
        if (found.length === limit) {
          backlog.nextDue = now
          break
        }
        const keys = keyList(item.keys)
        const behind = keys.some((key) => blocked.has(key))
        if (!behind && item.dueAt <= now) {
          found.push(item.key)
          continue
        }
        if (!behind) backlog.nextDue = Math.min(backlog.nextDue, item.dueAt)
        for (const key of keys) blocked.add(key)
      }
      return found
    },
  }
  return backlog
}

/** A company's backlog, created at the first call. */
export const backlogOf = (backlogs: Map<string, Backlog>, companyId: number, later: boolean): Backlog => {
  const name = `${companyId} ${later}`
  const backlog = backlogs.get(name) ?? createBacklog(later)
  backlogs.set(name, backlog)
  return backlog
}
