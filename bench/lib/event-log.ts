import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '../../infra/sqlite/database.mjs'
import { nowMs } from './stats.js'

/** The fields of an event that scenarios need. */
export interface LoggedEvent {
  readonly companyId: number
  /** when it happened, milliseconds since 1970 */
  readonly at: number
  readonly data: Readonly<Record<string, unknown>>
}

const LOOK_MS = 250

/** Reads the event log of a product that runs on this folder. */
export const openEventLog = (dataDir: string) => {
  const db: Database = openDatabase(join(dataDir, 'events.db'), { readOnly: true })
  const end = (): number =>
    Number(db.prepare('SELECT coalesce(max(position), 0) FROM events').get([])?.[0] ?? 0)
  const since = (position: number, type: string): LoggedEvent[] =>
    db
      .prepare('SELECT body FROM events WHERE position > ? AND type = ?')
      .all([position, type])
      .map(([body]) => {
        const { companyId, time, data } = JSON.parse(String(body))
        return { companyId, at: Date.parse(time), data }
      })
  return {
    end,
    since,
    /** Waits for `count` matching events. Gives them, or fewer events after `withinMs`. */
    until: async (
      position: number,
      type: string,
      {
        count,
        withinMs,
        is = () => true,
      }: { count: number; withinMs: number; is?: (told: LoggedEvent) => boolean },
    ): Promise<LoggedEvent[]> => {
      for (const began = nowMs(); ; await sleep(LOOK_MS)) {
        const found = since(position, type).filter(is)
        if (found.length >= count || nowMs() - began > withinMs) return found
      }
    },
    close: (): void => db.close(),
  }
}
