import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { Report } from '@guiche/contracts/reports.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { withCorrelation } from '@guiche/infra/log/correlation.js'
import type { Lane } from '../outbox/lane.js'
import type { Records } from '../outbox/records.js'
import type { ProviderSession } from '../providers/provider.js'
import { storeMedia } from './inbound.js'

interface Deps {
  readonly load: (after: string) => Promise<readonly DueWorkDoc[]>
  readonly records: Pick<Records, 'messages'>
  readonly blobs: Blobs
  readonly line: () => ProviderSession | null
  readonly report: (report: Report) => Promise<void>
  /** the file is fetched and told */
  readonly done: (work: DueWorkDoc) => void
  readonly fail: (work: DueWorkDoc, code: ErrorCode, detail: string) => Promise<void>
  readonly onError: (error: unknown) => void
  readonly delayScale: number
}

const AT_ONCE = 3
const TRIES = 3
const RETRY_MS = 2_000
const MISSING_MS = 200

const nameOf = (work: DueWorkDoc): string => `${work.id}@${work.since}`

/** Fetches files of received messages, a few at once, in no order: a long film holds up no picture. */
export const createFetcher = (deps: Deps): Lane => {
  /** work that is finished or under way, by id and position */
  const taken = new Set<string>()
  const tries = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const underWay = new Set<string>()
  let looking: Promise<void> | null = null
  let again = false
  let stopped = false
  const timers = new Set<NodeJS.Timeout>()

  const later = (ms: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      wake()
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  const giveBack = (name: string, ms: number): void => {
    taken.delete(name)
    later(ms)
  }

  const fetchOne = async (work: DueWorkDoc, name: string): Promise<void> => {
    const line = deps.line()
    if (line === null) {
      taken.delete(name)
      return
    }
    const message = (await deps.records.messages([work.ref])).get(work.ref)
    if (message === undefined) return giveBack(name, MISSING_MS)
    const stored = await storeMedia(line, deps.blobs, message)
    if (stored.ok) {
      tries.delete(name)
      const { companyId, connectionId } = work
      const { fromMe, waId } = message
      const ids = { companyId, connectionId, fromMe, waId, messageId: work.ref }
      await deps.report({ kind: 'media', ...ids, media: stored.value })
      return deps.done(work)
    }
    const { error } = stored
    if (error.kind === 'offline') {
      taken.delete(name)
      return
    }
    const tried = (tries.get(name) ?? 0) + 1
    tries.set(name, tried)
    if (error.kind === 'fault' && tried < TRIES) return giveBack(name, RETRY_MS * tried * deps.delayScale)
    tries.delete(name)
    await deps.fail(work, 'ERR_WAPP_DOWNLOAD_MEDIA', error.detail)
  }

  const look = async (): Promise<void> => {
    while (again && !stopped) {
      again = false
      if (deps.line() === null) return
      const due = await deps.load('')
      const names = new Set(due.map(nameOf))
      // what is due no longer is asked for no more
      for (const name of taken) if (!names.has(name) && !underWay.has(name)) taken.delete(name)
      for (const name of tries.keys()) if (!names.has(name) && !underWay.has(name)) tries.delete(name)
      const fresh = due.filter((work) => !taken.has(nameOf(work)))
      for (const work of fresh.slice(0, AT_ONCE - running.size)) {
        const name = nameOf(work)
        taken.add(name)
        underWay.add(name)
        const one: Promise<void> = withCorrelation(work.correlationId, () => fetchOne(work, name))
          .catch((error: unknown) => {
            deps.onError(error)
            giveBack(name, RETRY_MS)
          })
          .finally(() => {
            running.delete(one)
            underWay.delete(name)
            wake()
          })
        running.add(one)
      }
    }
  }

  function wake(): void {
    again = true
    if (stopped) return
    looking ??= look()
      .catch((error: unknown) => {
        deps.onError(error)
        later(RETRY_MS)
      })
      .finally(() => {
        looking = null
        if (again && !stopped) wake()
      })
  }

  return {
    wake,
    stop: async () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await looking
      await Promise.all(running)
    },
  }
}
