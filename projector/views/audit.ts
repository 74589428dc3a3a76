import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { type EventType, eventSchemas } from '@guiche/contracts/events/index.js'
import { MASK } from '@guiche/contracts/records/fields.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import { isSecret, PLATFORM_SETTINGS, SETTINGS } from '@guiche/contracts/settings/settings.js'
import {
  AUDIT_FACTS,
  type AuditDoc,
  type AuditValue,
  type FieldChange,
} from '@guiche/contracts/views/audit.js'
import { declareView, type Rule } from '../engine/projection.js'

/** The picked fields unchanged; a ticket's assignment gives one fact per field. */
const factsOf = (data: Readonly<Record<string, unknown>>, picked: readonly string[]): AuditDoc['facts'] =>
  Object.fromEntries(
    picked.flatMap((key) => {
      const value = data[key] ?? null
      if (typeof value !== 'object' || value === null) return [[key, value]]
      return Object.entries(value).map(([field, part]) => [
        `${key}${field.charAt(0).toUpperCase()}${field.slice(1)}`,
        part,
      ])
    }),
  )

type Data = Readonly<Record<string, unknown>>
/** The name of a secret's entry in the vault is nothing for people. */
const shownFacts = (event: StoredEvent, picked: readonly string[]): AuditDoc['facts'] => {
  const data = event.data as Data
  const isHidden = event.type === 'setting.changed.v1' && isSecret(String(data.key)) && data.value !== ''
  return { ...factsOf(data, picked), ...(isHidden && { value: MASK }) }
}
/** Fields that the audit compares with their former values. For a person's texts only the fact of a change is kept. */
interface ComparedFields {
  readonly fields: readonly string[]
  readonly personal: readonly string[]
}
const fieldsOf = (type: EventType, id: string): readonly string[] =>
  Object.keys(eventSchemas[type].properties).filter((field) => field !== id)
const COMPARED_FIELDS: Readonly<Record<string, ComparedFields>> = {
  user: { fields: fieldsOf('user.changed.v1', 'userId'), personal: ['name', 'email'] },
  connection: { fields: fieldsOf('connection.changed.v1', 'connectionId'), personal: [] },
  contact: {
    fields: fieldsOf('contact.changed.v1', 'contactId'),
    personal: ['name', 'number', 'email', 'extraInfo'],
  },
  // Files and secrets have internal names, useless for people. Records with their own streams, and private records until they
  // are shared, are a person's words as a whole.
  ...Object.fromEntries(
    Object.values<RecordSpec>(RECORDS)
      .filter(({ kept }) => kept === 'together')
      .map(({ name, shared, fields: declared }) => {
        const fields = fieldsOf(`${name}.created.v1` as EventType, `${name}Id`)
        const outside = Object.keys(declared).filter(
          (field) => declared[field] && kindOf(declared[field]).outside !== undefined,
        )
        return [name, { fields, personal: shared === undefined ? outside : fields }]
      }),
  ),
}

const isEqualJson = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
/** Whether a value is shown as it is: lists of ids are, other compound values count as texts. */
const isValue = (value: unknown): value is AuditValue =>
  value === null || typeof value !== 'object' || (Array.isArray(value) && value.every(Number.isFinite))

const changesBetween = (
  { fields, personal }: ComparedFields,
  before: Data,
  after: Data,
): readonly FieldChange[] =>
  fields
    .filter((field) => !isEqualJson(before[field], after[field]))
    .map((field) => {
      const [was = null, is = null] = [before[field], after[field]]
      return personal.includes(field) || !isValue(was) || !isValue(is)
        ? { field }
        : { field, before: was, after: is }
    })

/** The key of the stored state that a change is compared with. Each setting has a state of its own. */
const stateOf = (
  { type, companyId }: StoredEvent,
  data: Data,
): { key: string; compared: ComparedFields } | null => {
  if (type === 'setting.changed.v1') {
    const key = String(data.key)
    return {
      key: `setting-${companyId}-${key}`,
      compared: { fields: [key], personal: isSecret(key) ? [key] : [] },
    }
  }
  const area = areaOf(type)
  const compared = COMPARED_FIELDS[area]
  const isWhole = /[.](created|changed|deleted|erased)[.]v[0-9]+$/.test(type)
  return compared === undefined || !isWhole ? null : { key: `${area}-${data[`${area}Id`]}`, compared }
}
const areaOf = (type: string): string => type.slice(0, type.indexOf('.'))
/** The fields to compare. For a setting: its value by its key. */
const fieldsIn = ({ fields }: ComparedFields, { type }: StoredEvent, data: Data): Data =>
  type === 'setting.changed.v1'
    ? { [String(data.key)]: data.value }
    : Object.fromEntries(fields.map((field) => [field, data[field] ?? null]))
const DEFAULTS: Data = Object.fromEntries(
  Object.entries({ ...SETTINGS, ...PLATFORM_SETTINGS }).map(([key, setting]) => [key, setting.default]),
)

/**
 * One entry per event, with the picked ids, statuses and codes, never a person's texts. Former values are kept beside the entry
 * and removed with the record, so that a change shows the difference.
 */
const auditEntry = (picked: readonly string[]): Rule<EventType> => ({
  touch: (event) => {
    const state = stateOf(event, event.data)
    return state === null ? [] : [{ collection: 'audit-states', id: state.key }]
  },
  apply: (docs, event) => {
    const data = event.data as Data & { readonly ticketId?: number; readonly contactId?: number }
    const area = areaOf(event.type)
    const state = stateOf(event, data)
    const before = state && docs.get('audit-states', state.key)
    const ends = /[.](deleted|erased)[.]v[0-9]+$/.test(event.type)
    const after = state && !ends ? fieldsIn(state.compared, event, data) : null
    const known = before?.fields ?? (area === 'setting' ? DEFAULTS : null)
    const id = data[`${area}Id`]
    const isNumbered = typeof id === 'number' && area !== 'ticket' && area !== 'contact' && area !== 'company'
    const doc: AuditDoc = {
      id: event.id,
      companyId: event.companyId,
      type: event.type,
      area,
      subject: isNumbered ? `${area}-${id}` : null,
      time: event.time,
      actorKind: event.actor.kind,
      actorId: event.actor.id,
      ...(event.actor.for !== undefined && { actorFor: event.actor.for }),
      ticketId: data.ticketId ?? null,
      contactId: data.contactId ?? null,
      correlationId: event.correlationId,
      facts: shownFacts(event, picked),
      changes: state && known && after ? changesBetween(state.compared, known, after) : [],
      position: event.position,
    }
    const { companyId } = event
    return [
      { collection: 'audit', id: doc.id, doc },
      ...(state === null || (ends && before === null)
        ? []
        : [
            {
              collection: 'audit-states' as const,
              id: state.key,
              doc: after && { id: state.key, companyId, fields: after },
            },
          ]),
    ]
  },
})

/** The audit. contracts/views/audit.ts lists its events and their fields. */
export const audit = declareView({
  name: 'audit',
  version: 17,
  collections: [
    {
      name: 'audit',
      indexes: [
        ['companyId', 'time', 'position'],
        ['companyId', 'actorId', 'time', 'position'],
        ['companyId', 'area', 'time', 'position'],
        ['companyId', 'type', 'time', 'position'],
        ['companyId', 'ticketId', 'position'],
        ['companyId', 'contactId', 'time', 'position'],
        ['companyId', 'subject', 'time', 'position'],
      ],
    },
    { name: 'audit-states', indexes: [] },
  ],
  on: Object.fromEntries(
    Object.entries(AUDIT_FACTS).flatMap(([type, picked]) =>
      picked === null ? [] : [[type, auditEntry(picked)]],
    ),
  ),
})
