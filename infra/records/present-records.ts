import { type Caller, mayOpenTicket } from '@guiche/contracts/permissions.js'
import { type Field, namesOf, namesOfMedia, type StoredMedia } from '@guiche/contracts/records/fields.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { JoinedRecords } from '@guiche/contracts/records/shapes.js'
import { mediaUrl } from '@guiche/contracts/views/present.js'
import type { DocumentsById } from './documents.js'
import { contactsById } from './joins.js'

/** What the kit knows of a document of any record. */
export interface AnyRecordDoc {
  readonly id: string
  readonly companyId: number
  readonly createdAt: string
  readonly updatedAt: string
}
type Values = Readonly<Record<string, unknown>>
// the compiler cannot see the declared fields behind their names
const valuesOf = (doc: AnyRecordDoc) => doc as AnyRecordDoc & Values

type Find = (companyId: number, id: unknown) => { readonly id: number } | null
const ofCompany =
  <D extends { readonly companyId: number }>(
    found: ReadonlyMap<string | number, D>,
    show: (doc: D) => { readonly id: number },
  ): Find =>
  (companyId, id) => {
    const doc = found.get(String(id)) ?? found.get(Number(id))
    return doc?.companyId === companyId ? show(doc) : null
  }

/** How joined records are found. */
const JOINS: {
  readonly [K in keyof JoinedRecords]: (documents: DocumentsById, ids: readonly number[]) => Promise<Find>
} = {
  user: async (documents, ids) =>
    ofCompany(await documents.getMany('users', ids), ({ userId, name, email }) => ({
      id: userId,
      name,
      email,
    })),
  contact: async (documents, ids) =>
    ofCompany(await contactsById(documents, ids), ({ contactId, name }) => ({ id: contactId, name })),
  ticket: async (documents, ids) =>
    ofCompany(await documents.getMany('tickets', ids), ({ ticketId, uuid, status, createdAt }) => ({
      ...{ id: ticketId, uuid, status, createdAt },
    })),
}

const joinOf = (field: Field): keyof JoinedRecords | null => {
  if (field.kind === 'ref') return field.to
  return field.kind === 'author' && field.joined ? 'user' : null
}

/** Records as clients see them, out of their view's documents, with what stands beside them. */
export const presentRecords = async (
  documents: DocumentsById,
  spec: RecordSpec,
  docs: readonly AnyRecordDoc[],
): Promise<Values[]> => {
  const idsOf = (name: string) => docs.flatMap((doc) => (valuesOf(doc)[name] as number | null) ?? [])
  const columns = await Promise.all(
    Object.entries(spec.fields).map(async ([name, field]) => {
      if (field.kind === 'count') {
        const counts = await documents.getMany(
          field.in,
          docs.map(({ id }) => id),
        )
        return (doc: AnyRecordDoc): Values => ({ [name]: counts.get(doc.id)?.count ?? 0 })
      }
      if (field.kind === 'media') {
        const [path, called, is] = namesOfMedia(name)
        return (doc: AnyRecordDoc): Values => {
          const media = valuesOf(doc)[name] as StoredMedia | null
          return {
            [path]: media === null ? null : mediaUrl(media.blobId),
            [called]: media?.fileName ?? null,
            [is]: media !== null,
          }
        }
      }
      if (field.kind === 'flag' && field.boolean) {
        return (doc: AnyRecordDoc): Values => ({ [name]: valuesOf(doc)[name] === 1 })
      }
      if (field.kind === 'users') {
        const idsIn = (doc: AnyRecordDoc) => valuesOf(doc)[name] as readonly number[]
        const found = await documents.getMany('users', docs.flatMap(idsIn))
        return (doc: AnyRecordDoc): Values => ({
          [name]: idsIn(doc).flatMap((id) => {
            const user = found.get(String(id))
            return user === undefined || user.deleted || user.companyId !== doc.companyId
              ? []
              : { id, name: user.name }
          }),
        })
      }
      const join = joinOf(field)
      if (join === null) return (doc: AnyRecordDoc): Values => ({ [name]: valuesOf(doc)[name] })
      const find = await JOINS[join](documents, idsOf(name))
      return (doc: AnyRecordDoc): Values => {
        const id = valuesOf(doc)[name]
        const beside = find(doc.companyId, id)
        const isGone = field.kind === 'ref' && field.gone === 'clear' && beside === null
        return { [name]: isGone ? null : (beside?.id ?? id), [name.replace(/Id$/, '')]: beside }
      }
    }),
  )
  return docs.map((doc) => {
    const { companyId, createdAt, updatedAt } = doc
    const values = Object.assign({}, ...columns.map((column) => column(doc)))
    return { id: Number(doc.id), ...values, companyId, createdAt, updatedAt }
  })
}

/**
 * Who may read which of these records, beyond the profile: one that is about a ticket is for those who may open it.
 * When the ticket is deleted it is about the contact alone, and for everybody who may read contacts. One that is not
 * everybody's (`shared`) is for its author.
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
  const [name] =
    Object.entries(spec.fields).find(([, field]) => field.kind === 'ref' && field.to === 'ticket') ?? []
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
