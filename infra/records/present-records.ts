import { namesOf } from '@guiche/contracts/records/fields.js'
import { RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { BesideOf, FindJoined, Subject } from '@guiche/contracts/records/kinds/kind.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import { contactsById } from './contacts-by-id.js'
import type { DocumentsById } from './documents.js'

/** The fields that documents of all records have. */
export interface AnyRecordDoc {
  readonly id: string
  readonly companyId: number
  readonly createdAt: string
  readonly updatedAt: string
}
type Values = Readonly<Record<string, unknown>>
// the compiler does not know the declared fields by name
const valuesOf = (doc: AnyRecordDoc) => doc as AnyRecordDoc & Values

/** The found subjects by id: the document's company, and the shown record. */
type FoundSubjects<S extends string> = ReadonlyMap<
  string,
  { readonly companyId: number; readonly shown: BesideOf<S> }
>
const shownBy = <D extends { readonly companyId: number }, T>(
  docs: ReadonlyMap<string | number, D>,
  show: (doc: D) => T,
) =>
  new Map([...docs].map(([id, doc]) => [String(id), { companyId: doc.companyId, shown: show(doc) }] as const))

/** Lookup of each subject. */
const LOOK_UP: {
  readonly [S in Subject]: (documents: DocumentsById, ids: readonly number[]) => Promise<FoundSubjects<S>>
} = {
  connection: async (documents, ids) =>
    shownBy(await documents.getMany('connections', ids), ({ connectionId: id, name }) => ({ id, name })),
  user: async (documents, ids) =>
    shownBy(await documents.getMany('users', ids), ({ userId: id, name, email, deleted }) => ({
      ...{ id, name, email, deleted },
    })),
  contact: async (documents, ids) =>
    shownBy(await contactsById(documents, ids), ({ contactId, name }) => ({ id: contactId, name })),
  ticket: async (documents, ids) =>
    shownBy(await documents.getMany('tickets', ids), ({ ticketId, uuid, status, createdAt }) => ({
      ...{ id: ticketId, uuid, status, createdAt },
    })),
  'tag-counts': async (documents, ids) =>
    shownBy(await documents.getMany('tag-counts', ids), ({ count }) => ({ count })),
  'quick-uses': async (documents, ids) =>
    shownBy(await documents.getMany('quick-uses', ids), ({ count }) => ({ count })),
}

/** Loads records by id, with their first text field as name. */
const recordsBy = async (documents: DocumentsById, name: RecordName, ids: readonly number[]) => {
  const spec = RECORDS[name]
  const [first = ''] = namesOf(spec.fields, 'text')
  return shownBy(await documents.getMany(spec.plural, ids), (doc: AnyRecordDoc) => ({
    ...{ id: Number(doc.id), name: String(valuesOf(doc)[first] ?? '') },
  }))
}
const isSubject = (to: string): to is Subject => Object.hasOwn(LOOK_UP, to)
const lookUpOf = (
  to: string,
  documents: DocumentsById,
  ids: readonly number[],
): Promise<FoundSubjects<string>> =>
  isSubject(to)
    ? (LOOK_UP[to](documents, ids) as Promise<FoundSubjects<string>>)
    : recordsBy(documents, to as RecordName, ids)

/** Looks up all things joined to these records, each thing once. */
const lookUp = async (
  documents: DocumentsById,
  spec: RecordSpec,
  docs: readonly AnyRecordDoc[],
): Promise<(companyId: number) => FindJoined> => {
  const wanted = new Map<string, Set<number>>()
  for (const [name, field] of Object.entries(spec.fields)) {
    const beside = kindOf(field).beside?.(field)
    if (beside === undefined) continue
    const ids = docs.flatMap((doc) => beside.ids(valuesOf(doc)[name], doc.id))
    const known = wanted.get(beside.of) ?? new Set()
    for (const id of ids) if (id !== null && id !== undefined) known.add(Number(id))
    wanted.set(beside.of, known)
  }
  const found: Partial<Record<string, FoundSubjects<string>>> = Object.fromEntries(
    await Promise.all(
      [...wanted].map(async ([subject, ids]) => [subject, await lookUpOf(subject, documents, [...ids])]),
    ),
  )
  return (companyId) =>
    <S extends string>(subject: S, id: unknown) => {
      const one = (found[subject] as FoundSubjects<S> | undefined)?.get(String(id))
      return one?.companyId === companyId ? one.shown : null
    }
}

/** Records as clients see them, from their view's documents, with joined things. */
export const presentRecords = async (
  documents: DocumentsById,
  spec: RecordSpec,
  docs: readonly AnyRecordDoc[],
): Promise<Values[]> => {
  const fields = Object.entries(spec.fields)
  const findIn = await lookUp(documents, spec, docs)
  return docs.map((doc) => {
    const { companyId, createdAt, updatedAt } = doc
    const find = findIn(companyId)
    const stored = valuesOf(doc)
    const record: Record<string, unknown> = { id: Number(doc.id) }
    // a calendar has thousands of records, so nothing is copied here
    for (const [name, field] of fields) {
      const shown = kindOf(field).show?.(field, name, stored[name], find, doc.id)
      if (shown === undefined) record[name] = stored[name]
      else Object.assign(record, shown)
    }
    return Object.assign(record, { companyId, createdAt, updatedAt })
  })
}

const ticketField = (spec: RecordSpec): string | undefined =>
  Object.entries(spec.fields).find(([, field]) => field.kind === 'ref' && field.to === 'ticket')?.[0]
/** Whether some of these records need the right to a ticket, which the read store cannot check. */
export const isAboutTicket = (spec: RecordSpec): boolean =>
  spec.shared === undefined && ticketField(spec) !== undefined

/**
 * The readers of these records, in addition to the profile check. A record about a ticket is for users who
 * may open the ticket. After the deletion of the ticket the record is about the contact alone, and is for all
 * users who may read contacts. A record that is not `shared` is for its author.
 */
export const recordReaders = async (
  documents: DocumentsById,
  spec: RecordSpec,
  docs: readonly AnyRecordDoc[],
): Promise<(caller: Caller, doc: AnyRecordDoc) => boolean> => {
  const { shared } = spec
  if (shared !== undefined) {
    const [author = ''] = namesOf(spec.fields, 'author')
    return (caller, doc) => valuesOf(doc)[shared.by] === 1 || valuesOf(doc)[author] === caller.userId
  }
  const name = ticketField(spec)
  if (name === undefined) return () => true
  const tickets = await documents.getMany(
    'tickets',
    docs.flatMap((doc) => (valuesOf(doc)[name] as number | null) ?? []),
  )
  return (caller, doc) => {
    const ticket = tickets.get(String(valuesOf(doc)[name]))
    return ticket === undefined || mayOpenTicket(caller, ticket)
  }
}
