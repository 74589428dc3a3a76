import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EphemeralMessage } from '@guiche/contracts/ephemeral.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { type Identity, identityOf } from '@guiche/contracts/events/contact.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { ImportOutcome, ImportRecord } from '@guiche/contracts/imports.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import { derivedUuid, newUuid } from '@guiche/infra/ids.js'
import { ninthDigitVariant } from '@guiche/infra/phone.js'
import { contactDecider } from '../contact/decide.js'
import { importDecider } from '../contact/import/decide.js'
import { createImportStore, type DoneRow, isDone, type Row } from '../contact/import/import-store.js'
import { type Person, type PlannedRow, planOf } from '../contact/import/plan.js'
import type { Contacts } from '../contact/resolve.js'
import type { ContactState } from '../contact/state.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { createProcess, type Process, type ProcessDeps } from './process.js'
import { Refused } from './refused.js'

type Deps = ProcessDeps &
  Pick<AreaDeps, 'kernel' | 'eventBus' | 'vault' | 'clock' | 'records'> & { readonly contacts: Contacts }
type Requested = StoredEvent<EventNamed<'import.requested.v1'>>

/** Rows that are looked up and written at once. */
const AT_ONCE = 10

export interface ContactImport extends Process {
  /**
   * Keeps what is to be imported and asks for it, one import of a company at a time. The same command asks once. Errors:
   * ERR_IMPORT_RUNNING with `name`, `done` and `total` of the other one; those of the kernel.
   */
  begin(
    source: ImportRecord['source'],
    people: readonly Person[],
    meta: Meta,
  ): Promise<Result<ImportRecord, DomainError>>
  /** Cancels an import; what was imported stays. Errors: ERR_IMPORT_OVER, ERR_NO_IMPORT_FOUND, those of the kernel. */
  cancel(importId: string, meta: Meta): Promise<Result<ImportRecord, DomainError>>
}

/**
 * The process `contact-import`: makes contacts of rows, a page at a time, so that other companies come in between and a
 * stop waits for one page alone. Ids of what it does come from the import and the row: what a crash leaves is done by
 * the next attempt, and told as if there had been none. Whether it was cancelled is read before each page; what remains is
 * then told as cancelled by the reaction to that event, which waits for the page that was under way.
 */
export const createContactImport = (deps: Deps): ContactImport => {
  const { kernel, eventStore, eventBus, vault, clock, contacts, records } = deps
  const store = createImportStore(vault)

  /** Lost without harm: whoever looks next reads how it stands. */
  const tell = async (companyId: number, record: ImportRecord): Promise<void> => {
    const value: EphemeralMessage = { kind: 'contact-import', companyId, record }
    await eventBus.publish(TOPICS.ephemeral, [{ key: companyId, value }]).catch(() => undefined)
  }

  /** A contact that was there; or that this very row made, in an attempt that ended before it was told. */
  const alreadyThere = async (contactId: number, state: ContactState, row: PlannedRow, meta: Meta) => {
    const stream = streams.contact(contactId)
    const made = await kernel.earlier(contactDecider, stream, followUp(meta, 'contact', contactId))
    if (made.ok && made.value !== null) return 'created'
    // somebody of whom there was only a number has a name now
    if (row.name !== '' && (state.name === '' || state.name === state.number)) {
      const { number, email, extraInfo, active } = state
      const command = { kind: 'change', name: row.name, number, email, extraInfo, active } as const
      await kernel.execute(contactDecider, stream, command, followUp(meta, 'name', contactId))
    }
    return 'existed'
  }

  const importRow = async (row: PlannedRow, event: Requested): Promise<DoneRow> => {
    const done = (outcome: ImportOutcome, contactId: number | null = null): DoneRow => ({
      line: row.line,
      outcome,
      contactId,
    })
    if (row.outcome !== null) return done(row.outcome)
    const { companyId, actor, correlationId, data } = event
    const commandId = derivedUuid(data.importId, 'row', row.number, row.lid ?? '')
    const meta: Meta = { commandId, companyId, actor, correlationId }
    const pn = (value: string): Identity[] => (value === '' ? [] : [{ kind: 'pn', value }])
    const lid: Identity[] = row.lid === null ? [] : [{ kind: 'lid', value: row.lid }]
    const spellings = [...pn(row.number), ...pn(ninthDigitVariant(row.number) ?? ''), ...lid]
    const known = await contacts.find(companyId, spellings)
    if (known?.state.erasing) return done('erased')
    // the phone tells the number of somebody who was known by the linked id alone
    const lacksNumber = known !== null && identityOf(known.state.identities, 'pn') === undefined
    if (known !== null && (row.number === '' || !lacksNumber)) {
      return done(await alreadyThere(known.contactId, known.state, row, meta), known.contactId)
    }
    const draft = { name: row.name || row.number, email: row.email, extraInfo: [], connectionId: null }
    const resolved = await contacts.resolve([...pn(row.number), ...lid], draft, meta)
    if (!resolved.ok) {
      if (resolved.error.code === 'ERR_CONTACT_ERASED') return done('erased')
      throw new Refused(resolved.error.code)
    }
    const { contactId, state, created } = resolved.value
    return done(created ? 'created' : await alreadyThere(contactId, state, row, meta), contactId)
  }

  const importRows = async (rows: readonly Row[], event: Requested): Promise<DoneRow[]> => {
    const done: DoneRow[] = []
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const some = rows.slice(at, at + AT_ONCE)
      done.push(...(await Promise.all(some.map((row) => (isDone(row) ? row : importRow(row, event))))))
    }
    return done
  }

  const isRequested = (event: StoredEvent): event is Requested => event.type === 'import.requested.v1'

  /** The record of an import that was asked for, also where whoever asked for it ended before it was made. */
  const open = async ({ companyId, actor, time, data }: Requested): Promise<ImportRecord> => {
    const { importId: id, source, rows: total } = data
    const known = await store.record(companyId, id)
    if (known !== null) return known
    const name = (await records.user(companyId, actor.id))?.name ?? ''
    const startedBy = { id: actor.id, name }
    return store.open(companyId, { id, source, startedAt: time, startedBy, total })
  }

  const end = async (companyId: number, importId: string, status: 'done' | 'cancelled') => {
    const record = await store.end(companyId, importId, status)
    if (record !== null) await tell(companyId, record)
    return record
  }

  const finish = async (event: Requested, record: ImportRecord): Promise<void> => {
    const { stream, companyId, actor, correlationId, data } = event
    const { importId } = data
    const { created, existed, invalid, duplicates } = record
    const finished = await kernel.execute(
      importDecider,
      stream,
      { kind: 'finish', data: { importId, created, existed, invalid, duplicates } },
      { commandId: derivedUuid(importId, 'finish'), companyId, actor, correlationId },
    )
    if (!finished.ok) throw new Refused(finished.error.code)
    if (finished.value.state?.status === 'done') await end(companyId, importId, 'done')
  }

  /** One page of rows: `of` tells what becomes of those that are not done. Gives the next page, null behind the last one. */
  const page = async (
    companyId: number,
    importId: string,
    after: string | null,
    of: (rows: readonly Row[]) => Promise<readonly DoneRow[]> | readonly DoneRow[],
  ): Promise<string | null> => {
    const at = Number(after ?? 0)
    const chunk = await store.chunk(companyId, importId, at)
    if (chunk === null) return null
    if (!chunk.rows.every(isDone)) {
      const record = await store.done(companyId, importId, at, chunk, await of(chunk.rows))
      if (record !== null) await tell(companyId, record)
    }
    return String(at + 1)
  }

  const process = createProcess(deps, {
    name: 'contact-import',
    begin: 'oldest',
    lane: ({ stream }) => stream,
    on: {
      'import.requested.v1': async (event, { after }) => {
        const { companyId, stream, data } = event
        const { importId } = data
        const { state } = await kernel.load(importDecider, stream)
        // its own event does the rest
        if (state?.importId === importId && state.status === 'cancelled') return
        // an attempt that ended before it could tell so
        if (state?.importId !== importId || state.status === 'done') return end(companyId, importId, 'done')
        const record = await open(event)
        const next = await page(companyId, importId, after, (rows) => importRows(rows, event))
        return next ?? finish(event, record)
      },
      'import.cancelled.v1': async ({ companyId, data: { importId } }, { after }) => {
        await end(companyId, importId, 'cancelled')
        return page(companyId, importId, after, (rows) =>
          rows.map((row) => (isDone(row) ? row : { line: row.line, outcome: 'cancelled', contactId: null })),
        )
      },
    },
  })

  /** The import of the company that is running, or null. */
  const running = async (companyId: number): Promise<ImportRecord | null> => {
    const [last] = await eventStore.read(streams.import(companyId), { direction: 'backwards', limit: 1 })
    return last !== undefined && isRequested(last) ? open(last) : null
  }

  const begin: ContactImport['begin'] = async (source, people, meta) => {
    const { companyId } = meta
    const stream = streams.import(companyId)
    const before = await kernel.earlier(importDecider, stream, meta)
    if (!before.ok) return before
    const first = before.value?.events.find(isRequested)
    if (first !== undefined) return ok(await open(first))
    const importId = newUuid()
    const rows = await planOf(people)
    const now = clock.now().toISOString()
    await store.keep(companyId, importId, rows, now)
    const data = { importId, source, rows: rows.length }
    const asked = await kernel.execute(importDecider, stream, { kind: 'request', data }, meta)
    const event = asked.ok ? asked.value.events.find(isRequested) : undefined
    if (event !== undefined) {
      // another attempt of the same command may have been first
      if (event.data.importId !== importId) await store.forget(companyId, importId)
      else await store.tidy(companyId, importId, now)
      return ok(await open(event))
    }
    await store.forget(companyId, importId)
    if (asked.ok) throw new Error('an import was asked for without its event')
    if (asked.error.code !== 'ERR_IMPORT_RUNNING') return asked
    const other = await running(companyId)
    // it has ended meanwhile
    if (other === null) return begin(source, people, meta)
    const { startedBy, done, total } = other
    return err(domainError('ERR_IMPORT_RUNNING', { name: startedBy?.name ?? '', done, total }))
  }

  return {
    ...process,
    begin,
    cancel: async (importId, meta) => {
      const { companyId } = meta
      const command = { kind: 'cancel', data: { importId } } as const
      const cancelled = await kernel.execute(importDecider, streams.import(companyId), command, meta)
      if (!cancelled.ok) return cancelled
      const record = await end(companyId, importId, 'cancelled')
      return record === null ? err(domainError('ERR_NO_IMPORT_FOUND')) : ok(record)
    },
  }
}
