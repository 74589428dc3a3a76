import type { ImportOutcome } from '@guiche/contracts/contact/imports.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { ErrorCode } from '@guiche/contracts/errors.js'
import { type Identity, identityOf } from '@guiche/contracts/events/contact.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import { contactDecider, fillFromList } from '../contact/decide.js'
import { type DoneRow, isRowDone, type Row } from '../contact/import/import-store.js'
import type { PlannedRow } from '../contact/import/plan.js'
import type { Contacts } from '../contact/resolve.js'
import type { ContactState } from '../contact/state.js'
import { tellUsername } from '../contact/username.js'
import type { AreaDeps } from '../deps.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { Refused } from '../kernel/refused.js'

export type ImportRequested = StoredEvent<EventNamed<'import.requested.v1'>>

/** A contact that was erased or merged meanwhile needs no name. */
const GONE: ReadonlySet<ErrorCode> = new Set(['ERR_CONTACT_ERASED', 'ERR_NO_CONTACT_FOUND'])
/** Rows that are looked up and written at once. */
const AT_ONCE = 10

/** Outcomes of rows, and the error of the first failed row. */
export interface Attempt {
  readonly rows: readonly Row[]
  readonly failure: { readonly reason: unknown } | null
}

/** Marks the open rows of an ended import with this outcome, and drops their personal data. */
export const allAs =
  (outcome: 'cancelled' | 'failed') =>
  (rows: readonly Row[]): Attempt => ({
    rows: rows.map((row) => (isRowDone(row) ? row : { line: row.line, outcome, contactId: null })),
    failure: null,
  })

type ImportRowsDeps = Pick<AreaDeps, 'kernel' | 'documents'> & { readonly contacts: Contacts }

/** The outcome for an existing contact. A contact made by this row in an interrupted attempt counts as created. */
const outcomeOfExisting = async (
  kernel: Kernel,
  contactId: number,
  state: ContactState,
  row: PlannedRow,
  meta: Meta,
): Promise<'created' | 'existed'> => {
  const stream = streams.contact(contactId)
  const made = await kernel.earlier(contactDecider, stream, followUp(meta, 'contact', contactId))
  if (made.ok && made.value !== null) return 'created'
  const filled = fillFromList(state, row)
  if (filled.name !== state.name || filled.email !== state.email) {
    const command = { kind: 'fill', name: row.name, email: row.email } as const
    const named = await kernel.execute(contactDecider, stream, command, followUp(meta, 'name', contactId))
    if (!named.ok && !GONE.has(named.error.code)) throw new Refused(named.error.code)
  }
  return 'existed'
}

const importRow = async (deps: ImportRowsDeps, row: PlannedRow, event: ImportRequested): Promise<DoneRow> => {
  const { kernel, contacts } = deps
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
  const named = [...pn(row.number), ...lid]
  const known = await contacts.find(companyId, named)
  if (known?.state.erasing) return done('erased')
  // The phone reports the number of a contact that was known only by its linked id.
  const lacksNumber = known !== null && identityOf(known.state.identities, 'pn') === undefined
  if (known !== null && (row.number === '' || !lacksNumber)) {
    return done(await outcomeOfExisting(kernel, known.contactId, known.state, row, meta), known.contactId)
  }
  const draft = {
    ...{ name: row.name || row.number, email: row.email, extraInfo: [], connectionId: null },
    imported: true,
    username: row.username,
  }
  const resolved = await contacts.resolve(named, draft, meta)
  if (!resolved.ok) {
    if (resolved.error.code === 'ERR_CONTACT_ERASED') return done('erased')
    throw new Refused(resolved.error.code)
  }
  const { contactId, state, created } = resolved.value
  if (created && row.username !== undefined) {
    const told = await tellUsername(deps, contactId, row.username, meta)
    if (!told.ok) throw new Refused(told.error.code)
  }
  return done(created ? 'created' : await outcomeOfExisting(kernel, contactId, state, row, meta), contactId)
}

/**
 * Makes contacts of rows in order, up to the first failure; the rows after it stay open. Ids come from the import and
 * the row, so a repetition makes nothing twice.
 */
export const importRows = async (
  deps: ImportRowsDeps,
  rows: readonly Row[],
  event: ImportRequested,
): Promise<Attempt> => {
  const after = [...rows]
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE)
    const tried = await Promise.allSettled(
      some.map((row) => (isRowDone(row) ? row : importRow(deps, row, event))),
    )
    for (const [index, one] of tried.entries()) if (one.status === 'fulfilled') after[at + index] = one.value
    const failed = tried.find((one) => one.status === 'rejected')
    if (failed !== undefined) return { rows: after, failure: failed }
  }
  return { rows: after, failure: null }
}
