import type { BusMessage } from './event-bus.js'

/** Number of unread messages of a listener after which the oldest are dropped. */
const MAX_UNREAD = 50_000

export interface MemoryMessage extends BusMessage {
  readonly position: number
}

export interface MemoryTopic {
  publish(messages: readonly BusMessage[]): void
  /** Batches of messages published from the call on, until the signal aborts. One listener of a group at a time. */
  follow(
    group: string | null,
    batchSize: number,
    signal: AbortSignal,
  ): AsyncIterable<readonly MemoryMessage[]>
}

interface Mailbox {
  unread: MemoryMessage[]
  wake: () => void
}

/** A topic in memory: best effort, to the present listeners. */
export const createMemoryTopic = (): MemoryTopic => {
  let position = 0
  const mailboxes = new Map<string | symbol, { box: Mailbox; listeners: number }>()

  const join = (name: string | symbol): Mailbox => {
    const found = mailboxes.get(name) ?? { box: { unread: [], wake: () => {} }, listeners: 0 }
    found.listeners++
    mailboxes.set(name, found)
    return found.box
  }
  const leave = (name: string | symbol) => {
    const found = mailboxes.get(name)
    if (found !== undefined && --found.listeners === 0) mailboxes.delete(name)
  }

  return {
    publish: (messages) => {
      // Copies through JSON as on any other bus, so that listeners share no objects.
      const numbered = messages.map(({ key, value }) => ({
        key,
        value: JSON.parse(JSON.stringify(value)) as unknown,
        position: ++position,
      }))
      for (const { box } of mailboxes.values()) {
        box.unread.push(...numbered)
        if (box.unread.length > MAX_UNREAD) box.unread.splice(0, box.unread.length - MAX_UNREAD)
        box.wake()
      }
    },
    follow: (group, batchSize, signal) => {
      const name = group ?? Symbol('broadcast')
      const box = join(name)
      const end = () => {
        leave(name)
        box.wake()
      }
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
      return (async function* () {
        while (!signal.aborted) {
          if (box.unread.length > 0) yield box.unread.splice(0, batchSize)
          else {
            await new Promise<void>((resolve) => {
              box.wake = resolve
            })
          }
        }
      })()
    },
  }
}
