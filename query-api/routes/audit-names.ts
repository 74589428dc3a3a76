import { RECORDS } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import { PLATFORM_COMPANY, type RecordSpec } from '@guiche/contracts/records/record.js'
import { viewOf } from '@guiche/contracts/records/references.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import type { AuditDoc, AuditValue, FieldChange } from '@guiche/contracts/views/audit.js'
import type { CollectionName } from '@guiche/contracts/views/collections.js'
import type { AuditChange, AuditRecord } from '@guiche/contracts/views/insight.js'
import type { Documents } from '@guiche/infra/records/documents.js'

interface Kind {
  readonly ending: RegExp
  readonly collection: CollectionName
  readonly deleted?: CollectionName
}
const capitalize = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`
/**
 * The kind of record that an id names, by the end of its field's name: `fromQueueId`, `queueIds`,
 * `connectionId`, `sendIdQueue` …
 */
const KINDS: readonly Kind[] = [
  { ending: /user(ids?)?$/i, collection: 'users' },
  {
    ending: /(connection|whatsapp)(ids?)?$|^moveTo$/i,
    collection: 'connections',
    deleted: 'deleted-connections',
  },
  { ending: /contact(ids?)?$/i, collection: 'contacts' },
  { ending: /^visitedCompanyId$/, collection: 'companies' },
  ...Object.values(RECORDS).map(
    ({ name, plural }) =>
      ({
        ending: new RegExp(`(^${name}|${capitalize(name)})Ids?$|Id${capitalize(name)}$`),
        collection: plural,
        deleted: `deleted-${plural}`,
      }) as const,
  ),
]

interface NamedDoc {
  readonly companyId: number
  readonly super?: boolean
  readonly name?: string
  readonly note?: string
}

/** Length of the first words that replace the name of a record without a name, in characters. */
const FIRST_WORDS = 40
/**
 * Kinds of records without a name: their first text field (a note's text, an option's title) is their name. `shared`: the
 * flag without which a record is its author's alone. Admins see the audit, so such a record stays without a name.
 */
const TEXTS = new Map(
  Object.values<RecordSpec>(RECORDS).flatMap(({ plural, fields, shared }) => {
    const text = Object.keys(fields).find((field) => fields[field]?.kind === 'text')
    return text === undefined || 'name' in fields ? [] : [[plural, { text, shared: shared?.by }] as const]
  }),
)
const calledOf = (collection: CollectionName, doc: NamedDoc | undefined): string => {
  if (doc?.name !== undefined) return doc.name
  const kind = TEXTS.get(collection)
  if (doc === undefined || kind === undefined) return ''
  const values = doc as NamedDoc & Readonly<Record<string, unknown>>
  const text = values[kind.text]
  const isPrivate = kind.shared !== undefined && values[kind.shared] !== 1
  if (isPrivate || typeof text !== 'string' || text === '') return ''
  const words = text.replace(/\s+/g, ' ')
  return `“${words.length > FIRST_WORDS ? `${truncateText(words, FIRST_WORDS).trimEnd()}…` : words}”`
}

const isPerson = (doc: AuditDoc): boolean => doc.actorKind === 'user' || doc.actorKind === 'super'
/** The kinds of records that a record's fields name, by their declarations. */
const declaredKind = (area: string, key: string): Kind | undefined => {
  const field = (RECORDS as Readonly<Record<string, RecordSpec>>)[area]?.fields[key]
  const named = field && kindOf(field).names?.(field)
  return named && KINDS.find(({ collection }) => collection === viewOf(named.to))
}
/**
 * The records that a value names: one for an id, several for a list of ids. `area`: the kind of record with
 * the field.
 */
const idsOf = (key: string, value: AuditValue | undefined, area = '') => {
  const kind = declaredKind(area, key) ?? KINDS.find(({ ending }) => ending.test(key))
  // 0 names nothing
  const ids =
    typeof value === 'number'
      ? [value].filter(Boolean)
      : Array.isArray(value)
        ? (value as readonly number[])
        : []
  return kind === undefined ? [] : ids.map((id) => ({ key, id, collection: kind.collection }))
}
const factIds = (doc: AuditDoc) => Object.entries(doc.facts).flatMap(([key, value]) => idsOf(key, value))

/**
 * The changed fields, with the values that the view keeps. Changes of a ticket, and of a connection's state and default, come
 * from the event's fields.
 */
const changesOf = ({ facts, changes, type, contactId }: AuditDoc): readonly FieldChange[] => {
  if (changes.length > 0) return changes
  const { previous, previousId, status } = facts
  if (type.startsWith('connection.status-changed')) {
    return status === previous ? [] : [{ field: 'status', before: previous ?? null, after: status ?? null }]
  }
  if (type.startsWith('connection.default-changed')) {
    return [{ field: 'connectionId', before: previousId ?? null, after: facts.connectionId ?? null }]
  }
  if (type.startsWith('ticket.contact-changed')) {
    return [{ field: 'contactId', before: previous ?? null, after: contactId }]
  }
  const all: Readonly<Record<string, AuditValue | undefined>> = facts
  return Object.keys(facts).flatMap((key) => {
    const [, first = '', rest = ''] = /^to([A-Z])(.*)$/.exec(key) ?? []
    const [before = null, after = null] = [all[`from${first}${rest}`], all[key]]
    return first === '' || before === after ? [] : [{ field: `${first.toLowerCase()}${rest}`, before, after }]
  })
}
const changeIds = (doc: AuditDoc) =>
  changesOf(doc).flatMap(({ field, before, after }) =>
    [before, after].flatMap((value) => idsOf(field, value, doc.area)),
  )

/** Makes records of audit documents. Ids get their current names, also those of deleted records. */
export const createAuditNames =
  (documents: Documents) =>
  async (docs: readonly AuditDoc[]): Promise<AuditRecord[]> => {
    const wanted = new Map<CollectionName, Set<number>>(
      KINDS.map(({ collection }) => [collection, new Set()]),
    )
    for (const doc of docs) {
      if (isPerson(doc)) wanted.get('users')?.add(doc.actorId)
      if (doc.actorFor !== undefined) wanted.get('users')?.add(doc.actorFor)
      if (doc.actorKind === 'contact') wanted.get('contacts')?.add(doc.actorId)
      if (doc.contactId !== null) wanted.get('contacts')?.add(doc.contactId)
      for (const { collection, id } of [...factIds(doc), ...changeIds(doc)]) wanted.get(collection)?.add(id)
    }
    const [tickets, ...found] = await Promise.all([
      documents.getMany(
        'tickets',
        docs.flatMap((doc) => doc.ticketId ?? []),
      ),
      ...KINDS.map(async ({ collection, ...kind }) => {
        const ids = [...(wanted.get(collection) ?? [])]
        const gone = kind.deleted !== undefined ? await documents.getMany(kind.deleted, ids) : []
        const there = await documents.getMany(collection, ids)
        return { collection, docs: new Map<string, NamedDoc>([...gone, ...there]) }
      }),
    ])
    const namedBy = (collection: CollectionName, id: number): NamedDoc | undefined =>
      found.find((one) => one.collection === collection)?.docs.get(String(id))
    const nameOf = (companyId: number, collection: CollectionName, id: number): string => {
      const named = namedBy(collection, id)
      // records of the platform are written by users of companies
      const isTold = named?.companyId === companyId || companyId === PLATFORM_COMPANY
      return isTold ? calledOf(collection, named) : ''
    }

    /**
     * A super user is always shown by name. The visited user's name is shown in the super user's own company.
     */
    const actorName = ({ companyId, actorKind, actorId }: AuditDoc): string => {
      if (actorKind === 'contact') return nameOf(companyId, 'contacts', actorId)
      const named = namedBy('users', actorId)
      const isVisitor = actorKind === 'super' && named?.super === true
      return isVisitor ? (named?.name ?? '') : nameOf(companyId, 'users', actorId)
    }
    const factName = (
      { companyId, area }: AuditDoc,
      key: string,
      collection: CollectionName,
      id: number,
    ): string => {
      const named = namedBy(collection, id)
      if (key.startsWith('visited')) return named?.name ?? ''
      // the reason of a transfer is in a note
      if (area === 'ticket' && collection === 'notes')
        return named?.companyId === companyId ? (named.note ?? '') : ''
      return nameOf(companyId, collection, id)
    }

    return docs.map((doc) => {
      const { companyId, actorFor } = doc
      const ticket = doc.ticketId === null ? undefined : tickets.get(String(doc.ticketId))
      const names = factIds(doc).map(
        ({ key, id, collection }) => [key, factName(doc, key, collection, id)] as const,
      )
      const namesOf = (field: string, value: AuditValue | undefined): string =>
        idsOf(field, value, doc.area)
          .map(({ collection, id }) => nameOf(companyId, collection, id) || `#${id}`)
          .join(', ')
      const changes = changesOf(doc).map(
        (change): AuditChange => ({
          ...change,
          beforeName: namesOf(change.field, change.before),
          afterName: namesOf(change.field, change.after),
        }),
      )
      return {
        id: doc.id,
        type: doc.type,
        area: doc.area,
        time: doc.time,
        actor: {
          kind: doc.actorKind,
          id: doc.actorId,
          name: isPerson(doc) || doc.actorKind === 'contact' ? actorName(doc) : '',
          ...(actorFor !== undefined && {
            for: { id: actorFor, name: nameOf(companyId, 'users', actorFor) },
          }),
        },
        ticketId: doc.ticketId,
        ticketUuid: ticket?.companyId === companyId ? ticket.uuid : null,
        contact:
          doc.contactId === null
            ? null
            : { id: doc.contactId, name: nameOf(companyId, 'contacts', doc.contactId) },
        facts: doc.facts,
        names: Object.fromEntries(names.filter(([, name]) => name !== '')),
        changes,
        correlationId: doc.correlationId,
        position: doc.position,
      }
    })
  }
