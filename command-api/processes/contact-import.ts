import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { ImportRecord } from '@guiche/contracts/contact/imports.js'
import { type StoredEvent, SYSTEM, userOf } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { derivedUuid, newUuid } from '@guiche/infra/ids.js'
import { importDecider } from '../contact/import/decide.js'
import {
  createImportStore,
  type ImportEnd,
  type ImportStore,
  isRowDone,
  type Row,
} from '../contact/import/import-store.js'
import { type Person, planOf } from '../contact/import/plan.js'
import type { Contacts } from '../contact/resolve.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { Refused } from '../kernel/refused.js'
import { type Attempt, allAs, type ImportRequested, importRows } from './import-rows.js'
import { createProcess, type Process, type ProcessDeps } from './process.js'

type Deps = ProcessDeps &
  Pick<AreaDeps, 'kernel' | 'eventBus' | 'vault' | 'clock' | 'records' | 'documents'> & {
    readonly contacts: Contacts
  }

interface ImportDeps extends Deps {
  readonly store: ImportStore
}

/** A failed page is tried once more, so that a race ends no import; people wait for the next import. */
const RETRY_DELAYS = [1000]

export interface ContactImport extends Process {
  /**
   * Stores the rows to import and requests the import, one import of a company at a time. Idempotent.
   * Errors: ERR_IMPORT_RUNNING with `name`, `done` and `total` of the other one; those of the kernel.
   */
  begin(
    source: ImportRecord['source'],
    people: readonly Person[],
    meta: Meta,
  ): Promise<Result<ImportRecord, DomainError>>
  /** An import of the company with who started it; null where there is none. */
  find(companyId: number, importId: string): Promise<ImportRecord | null>
  /**
   * Cancels an import; imported contacts stay. Errors: ERR_IMPORT_OVER, ERR_NO_IMPORT_FOUND, those of the
   * kernel.
   */
  cancel(importId: string, meta: Meta): Promise<Result<ImportRecord, DomainError>>
}

/** A lost message is harmless: the next reader gets the present state. */
const tellProgress = async (
  { eventBus }: ImportDeps,
  companyId: number,
  record: ImportRecord,
): Promise<void> => {
  const value: EphemeralMessage = { kind: 'contact-import', companyId, record }
  await eventBus.publish(TOPICS.ephemeral, [{ key: companyId, value }]).catch(() => undefined)
}

const isRequested = (event: StoredEvent): event is ImportRequested => event.type === 'import.requested.v1'

/** The record of a requested import, also if the requesting process ended before it made the record. */
const openRecord = async (deps: ImportDeps, requested: ImportRequested): Promise<ImportRecord> => {
  const { store, records } = deps
  const { companyId, actor, time, data } = requested
  const { importId: id, source, rows: total } = data
  const known = await store.record(companyId, id)
  if (known?.startedBy !== undefined) return known
  const by = userOf(actor) ?? actor.id
  const name = (await records.user(companyId, by))?.name ?? ''
  const startedBy = { id: by, name }
  const record = known === null ? null : await store.begunBy(companyId, id, startedBy)
  return record ?? store.open(companyId, { id, source, startedAt: time, startedBy, total })
}

const endImport = async (deps: ImportDeps, companyId: number, importId: string, how: ImportEnd) => {
  const record = await deps.store.end(companyId, importId, how)
  if (record !== null) await tellProgress(deps, companyId, record)
  return record
}

const finishImport = async (
  deps: ImportDeps,
  event: ImportRequested,
  record: ImportRecord,
): Promise<void> => {
  const { stream, companyId, actor, correlationId, data } = event
  const { importId } = data
  const { created, existed, invalid, duplicates } = record
  const finished = await deps.kernel.execute(
    importDecider,
    stream,
    { kind: 'finish', data: { importId, created, existed, invalid, duplicates } },
    { commandId: derivedUuid(importId, 'finish'), companyId, actor, correlationId },
  )
  if (!finished.ok) throw new Refused(finished.error.code)
  if (finished.value.state?.status === 'done') await endImport(deps, companyId, importId, { status: 'done' })
}

/** Ends an import that failed each time. */
const failImport = async (deps: ImportDeps, requested: ImportRequested, reason: string): Promise<void> => {
  const { stream, companyId, correlationId, data } = requested
  const { importId } = data
  const failed = await deps.kernel.execute(
    importDecider,
    stream,
    { kind: 'fail', data: { importId, reason } },
    { commandId: derivedUuid(importId, 'fail'), companyId, actor: SYSTEM, correlationId },
  )
  if (!failed.ok) throw new Refused(failed.error.code)
  if (failed.value.state?.importId === importId && failed.value.state.status === 'failed')
    await endImport(deps, companyId, importId, { status: 'failed', reason })
}

/**
 * Processes one page of rows: `of` gives the outcomes of open rows. Rejects when one failed. Gives the next page,
 * null after the last one.
 */
const importPage = async (
  deps: ImportDeps,
  companyId: number,
  importId: string,
  after: string | null,
  of: (rows: readonly Row[]) => Promise<Attempt> | Attempt,
): Promise<string | null> => {
  const { store } = deps
  const at = Number(after ?? 0)
  const chunk = await store.chunk(companyId, importId, at)
  if (chunk === null) return null
  if (!chunk.rows.every(isRowDone)) {
    const { rows, failure } = await of(chunk.rows)
    const record = await store.done(companyId, importId, at, chunk, rows)
    if (record !== null) await tellProgress(deps, companyId, record)
    if (failure !== null) throw failure.reason
  }
  return String(at + 1)
}

/** Imports a page of rows; gives the next page, or null. */
const doImportWork = async (deps: ImportDeps, event: ImportRequested, after: string | null) => {
  const { companyId, stream, data } = event
  const { importId } = data
  const { state } = await deps.kernel.load(importDecider, stream)
  // the import's own final event does the rest
  if (state?.importId === importId && (state.status === 'cancelled' || state.status === 'failed')) return
  // an attempt that ended before it could tell so
  if (state?.importId !== importId || state.status === 'done')
    return endImport(deps, companyId, importId, { status: 'done' })
  const record = await openRecord(deps, event)
  const next = await importPage(deps, companyId, importId, after, (rows) => importRows(deps, rows, event))
  return next ?? finishImport(deps, event, record)
}

/** The import of the company that is running, or null. */
const runningImport = async (deps: ImportDeps, companyId: number): Promise<ImportRecord | null> => {
  const [last] = await deps.eventStore.read(streams.import(companyId), { direction: 'backwards', limit: 1 })
  return last !== undefined && isRequested(last) ? openRecord(deps, last) : null
}

/** See `ContactImport.begin`. */
const beginImport = async (
  deps: ImportDeps,
  source: ImportRecord['source'],
  people: readonly Person[],
  meta: Meta,
): Promise<Result<ImportRecord, DomainError>> => {
  const { kernel, store, clock } = deps
  const { companyId } = meta
  const stream = streams.import(companyId)
  const before = await kernel.earlier(importDecider, stream, meta)
  if (!before.ok) return before
  const first = before.value?.events.find(isRequested)
  if (first !== undefined) return ok(await openRecord(deps, first))
  const importId = newUuid()
  const rows = await planOf(people, source)
  await store.keep(companyId, importId, rows, clock.now().toISOString())
  const data = { importId, source, rows: rows.length }
  const asked = await kernel.execute(importDecider, stream, { kind: 'request', data }, meta)
  const event = asked.ok ? asked.value.events.find(isRequested) : undefined
  if (event !== undefined) {
    // another attempt of the same command may have been first
    if (event.data.importId !== importId) await store.forget(companyId, importId)
    else await store.tidy(companyId, importId, clock.now())
    return ok(await openRecord(deps, event))
  }
  // in an outage the request is unknown; if it is absent, `unasked-imports` removes the rows
  if (!asked.ok && asked.error.code === 'ERR_UNAVAILABLE') return asked
  await store.forget(companyId, importId)
  if (asked.ok) throw new Error('an import was asked for without its event')
  if (asked.error.code !== 'ERR_IMPORT_RUNNING') return asked
  const other = await runningImport(deps, companyId)
  // the other import has ended meanwhile
  if (other === null) return beginImport(deps, source, people, meta)
  const { startedBy, done, total } = other
  return err(domainError('ERR_IMPORT_RUNNING', { name: startedBy?.name ?? '', done, total }))
}

/** The request of an import of an earlier release, in a stream of its own; null for other imports. */
const formerRequest = async (deps: ImportDeps, companyId: number, importId: string) => {
  const [first] = await deps.eventStore.read(streams.importOfBefore(importId), { limit: 1 })
  return first !== undefined && isRequested(first) && first.companyId === companyId ? first : null
}

const findImport = async (deps: ImportDeps, companyId: number, importId: string) => {
  const record = await deps.store.record(companyId, importId)
  if (record === null || record.startedBy !== undefined) return record
  const request = await formerRequest(deps, companyId, importId)
  return request === null ? record : openRecord(deps, request)
}

const cancelImport = async (deps: ImportDeps, importId: string, meta: Meta) => {
  const { companyId } = meta
  const command = { kind: 'cancel', data: { importId } } as const
  const stream = (await formerRequest(deps, companyId, importId))?.stream ?? streams.import(companyId)
  const cancelled = await deps.kernel.execute(importDecider, stream, command, meta)
  if (!cancelled.ok) return cancelled
  const record = await endImport(deps, companyId, importId, { status: 'cancelled' })
  return record === null ? err(domainError('ERR_NO_IMPORT_FOUND')) : ok(record)
}

/**
 * The process `contact-import`: makes contacts of rows, a page at a time, so that other companies get their turn and a
 * stop waits for one page alone. Command ids derive from import and row, so the next attempt completes a crashed one. A
 * cancel is read before each page. The handler of the cancel event marks the remaining rows, after the running page. A
 * failed import ends with its reason, and the next one may begin.
 */
export const createContactImport = (given: Deps): ContactImport => {
  const deps = { ...given, store: createImportStore(given.vault) }
  const process = createProcess(given, {
    name: 'contact-import',
    begin: 'oldest',
    lane: ({ stream }) => stream,
    giveUp: {
      'import.requested.v1': {
        retryDelays: RETRY_DELAYS,
        say: (event, reason) => failImport(deps, event, reason),
      },
    },
    on: {
      'import.requested.v1': (event, { after }) => doImportWork(deps, event, after),
      'import.cancelled.v1': async ({ companyId, data: { importId } }, { after }) => {
        await endImport(deps, companyId, importId, { status: 'cancelled' })
        return importPage(deps, companyId, importId, after, allAs('cancelled'))
      },
      'import.failed.v1': async ({ companyId, data: { importId, reason } }, { after }) => {
        await endImport(deps, companyId, importId, { status: 'failed', reason })
        return importPage(deps, companyId, importId, after, allAs('failed'))
      },
    },
  })
  return {
    ...process,
    begin: (source, people, meta) => beginImport(deps, source, people, meta),
    find: (companyId, importId) => findImport(deps, companyId, importId),
    cancel: (importId, meta) => cancelImport(deps, importId, meta),
  }
}
