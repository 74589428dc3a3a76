import { Readable } from 'node:stream'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import { zipEntries } from '@guiche/infra/zip/zip.js'
import { contentOf, type ExportCounts } from '../company/export/content.js'
import { type ExportCommand, exportDecider } from '../company/export/decide.js'
import { keepProgress } from '../company/export/progress.js'
import type { AreaDeps } from '../deps.js'
import { Refused } from '../kernel/refused.js'
import { createDuePool, type DuePool } from './due-pool.js'

/** Interval of stored progress of an export, in ms. */
const TELL_MS = 1000
/** Records beside the files that a company may store, in bytes: texts take little once they are packed. */
const ROOM = 4 * 2 ** 30
/** A company has far fewer messages. */
const MOST = 100_000_000

/**
 * Writes requested exports, one at a time, page by page. A broken export begins again. Its file is removed a day after
 * its end.
 */
export const createCompanyExport = (deps: AreaDeps): DuePool<'export'> => {
  const { kernel, documents, blobs, vault, clock, records, config } = deps

  const command = async (work: DueWorkDoc, what: ExportCommand): Promise<void> => {
    const { companyId, ref, since, correlationId } = work
    const commandId = derivedUuid('company-export', what.kind, ref, since)
    const meta = { commandId, companyId, actor: SYSTEM, correlationId }
    const done = await kernel.execute(exportDecider, streams.export(companyId), what, meta)
    if (!done.ok) throw new Refused(done.error.code)
  }

  /**
   * The most bytes that an export may have. Customers' files count beyond the company's storage quota, and are
   * exported, too.
   */
  const mostBytes = async (companyId: number): Promise<number> => {
    if (config.storedBytes === undefined) return Number.MAX_SAFE_INTEGER
    return Math.max(config.storedBytes, (await blobs.used(companyId)) ?? 0) + ROOM
  }

  const write = async (work: DueWorkDoc): Promise<void> => {
    const { companyId, ref: exportId, since } = work
    const { state } = await kernel.load(exportDecider, streams.export(companyId))
    const company = await records.company(companyId)
    if (state?.exportId !== exportId || company === null) return
    // messages written before the request must be in the export
    const asked = records.logPosition(companyId, since)
    const isThere = await records.waitFor(['conversation', 'inbox', 'contacts'], asked)
    if (!isThere) throw new Refused('ERR_UNAVAILABLE')
    const written: ExportCounts = { rows: 0, files: 0, missing: 0, counts: {} }
    const kinds = ['contacts', 'tickets', 'messages'] as const
    const known = await Promise.all(kinds.map((kind) => documents.count(kind, { companyId }, MOST)))
    const total = known.reduce((sum, count) => sum + count, 0)
    const tell = () => keepProgress(vault, companyId, { exportId, total, ...written }).catch(() => undefined)
    await tell()
    const telling = setInterval(() => void tell(), TELL_MS)
    try {
      const content = contentOf({ documents, blobs }, companyId, state.at, written)
      // removes the file of a crashed attempt: the store keeps the first file of an id, whose rows this attempt did not
      // count
      await blobs.remove(exportId)
      const stored = await blobs.put(Readable.from(zipEntries(content), { objectMode: false }), {
        // the export's file lives for a day and does not count towards the company's storage limit
        ...{ companyId, id: exportId, mimetype: 'application/zip', uncounted: true },
        fileName: `guiche-${state.at.slice(0, 10)}.zip`,
        maxSize: await mostBytes(companyId),
      })
      if (stored === 'too-large') throw new Refused('ERR_STORAGE_FULL')
      const { rows, files } = written
      await command(work, { kind: 'finish', exportId, size: stored.size, rows, files })
    } finally {
      clearInterval(telling)
    }
  }

  return createDuePool(deps, {
    kind: 'export',
    limits: { atOnce: 1, perCompany: 1 },
    delays: [5_000, 60_000],
    run: async (work) => {
      const { companyId, ref: exportId, dueAt } = work
      const { state } = await kernel.load(exportDecider, streams.export(companyId))
      if (state?.exportId === exportId && state.status === 'running') return write(work)
      if (Date.parse(dueAt) > clock.now().getTime()) return
      await blobs.remove(exportId)
      await command(work, { kind: 'delete', exportId })
    },
    giveUp: async (work, reason) => {
      await blobs.remove(work.ref)
      await command(work, { kind: 'fail', exportId: work.ref, reason })
    },
  })
}
