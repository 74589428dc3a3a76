import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTail, type FollowOptions } from '../event-store/tail.js'
import { openDatabase } from '../sqlite/database.mjs'
import { startWorker, type WorkerOptions } from '../sqlite/worker.js'
import type { BusMessage } from './event-bus.js'

const WRITER_SCRIPT = new URL('./writer.mjs', import.meta.url)

interface FinishRequest {
  readonly topic: string
  readonly group: string
  readonly position: number
  /** drop messages that every group of the topic has finished */
  readonly prunes: boolean
}
type WriterRequest =
  | { readonly publish: readonly { readonly key: number; readonly value: string }[] }
  | { readonly finish: FinishRequest }

export interface LoggedMessage {
  readonly position: number
  readonly value: BusMessage
}

/** Messages that survive kill -9 from the moment `publish` resolves, and each group's finished position. */
export interface DurableLog {
  publish(messages: readonly BusMessage[]): Promise<void>
  follow(options: FollowOptions): AsyncIterable<readonly LoggedMessage[]>
  /** position of the newest message ever published */
  head(): number
  /** the finished position of a group; null for a new group */
  finished(topic: string, group: string): number | null
  finish(finish: FinishRequest): Promise<void>
  /** Overwrites dropped messages that are still readable in the file. */
  scrub(): Promise<void>
  close(): Promise<void>
}

/** Keeps messages in `dir`/reports.db: a writer in a worker thread that commits in groups, short reads here. */
export const createDurableLog = async (dir: string, options?: WorkerOptions): Promise<DurableLog> => {
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'reports.db')
  const writer = await startWorker<WriterRequest, readonly number[]>(WRITER_SCRIPT, { file }, options)
  const db = openDatabase(file, { readOnly: true })
  const behind = db.prepare(
    'SELECT position, key, value FROM messages WHERE position > ? ORDER BY position LIMIT ?',
  )
  const sequence = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'messages'")
  const offset = db.prepare('SELECT position FROM offsets WHERE topic = ? AND consumers = ?')
  const head = () => (sequence.get([])?.[0] as number | undefined) ?? 0

  const tail = createTail<BusMessage>({
    head: head(),
    load: (after, limit) =>
      behind.all([after, limit]).map(([position, key, value]) => ({
        position: position as number,
        value: { key: key as number, value: JSON.parse(value as string) as unknown },
      })),
  })

  return {
    publish: async (messages) => {
      if (messages.length === 0) return
      const rows = messages.map(({ key, value }) => ({ key, value: JSON.stringify(value) }))
      // Replies come in the order of the commits, so the tail grows in the order of positions.
      await writer.call({ publish: rows }, (positions) =>
        tail.push(
          rows.map(({ key, value }, index) => ({
            position: positions[index] as number,
            group: '',
            size: value.length,
            value: () => ({ key, value: JSON.parse(value) as unknown }),
          })),
        ),
      )
    },
    follow: tail.follow,
    head,
    finished: (topic, group) => (offset.get([topic, group])?.[0] as number | undefined) ?? null,
    finish: async (finish) => void (await writer.call({ finish })),
    scrub: () => writer.scrub(),
    close: async () => {
      tail.close()
      await writer.close()
      db.close()
    },
  }
}
