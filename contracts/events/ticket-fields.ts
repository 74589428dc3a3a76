import { type Static, type TObject, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { Id, OneOf, Strict } from '../envelope.js'
import { pick } from '../pick.js'
import { type ChoiceValue, ofChoices, TICKET_CHOICES, type TicketChoiceName } from '../ticket/choices.js'

/** The schema of a field's values, and its default on a ticket. */
interface TicketFieldSpec {
  readonly schema: TSchema
  readonly default: unknown
  /**
   * Only a process sets the field, never a person. The field has no name for people. Its event is neither public nor in the
   * audit, and no request has it.
   */
  readonly by?: 'system'
}
const choices = ofChoices((name) => {
  const { values, usual } = TICKET_CHOICES[name]
  return { schema: OneOf<readonly string[]>(values), default: usual }
}) as {
  readonly [K in TicketChoiceName]: {
    readonly schema: TUnsafe<ChoiceValue<K>>
    readonly default: (typeof TICKET_CHOICES)[K]['usual']
  }
}
/**
 * Fields that are set on a ticket in any state. A change moves nothing: the ticket keeps its place in lists, stays
 * snoozed, and may be closed. Event, command, state, document, record, frames and audit of a field derive from its
 * declaration. A field's name is one lower-case word, because the stored event name contains it.
 */
const TICKET_FIELDS = {
  ...choices,
} as const satisfies Readonly<Record<string, TicketFieldSpec>>

type Fields = typeof TICKET_FIELDS
export type TicketFieldName = keyof Fields
/** Fields that processes set. */
export type SystemFieldName = {
  [K in TicketFieldName]: Fields[K] extends { readonly by: 'system' } ? K : never
}[TicketFieldName]
/** Fields that people set. */
export type PersonFieldName = Exclude<TicketFieldName, SystemFieldName>
/** Values of the fields that are set on a ticket. */
export type TicketValues = { readonly [K in TicketFieldName]: Static<Fields[K]['schema']> }
export const TICKET_FIELD_NAMES = Object.keys(TICKET_FIELDS) as readonly TicketFieldName[]
/** Whether people set a field. */
export const isByPeople = (name: TicketFieldName): name is PersonFieldName =>
  (TICKET_FIELDS[name] as TicketFieldSpec).by !== 'system'

type MappedFields<T> = { readonly [K in TicketFieldName]: T }
/** Maps every field's name to the value of `of`. */
const ofFields = <T>(of: (name: TicketFieldName) => T): MappedFields<T> =>
  Object.fromEntries(TICKET_FIELD_NAMES.map((name) => [name, of(name)])) as MappedFields<T>

/** The schemas of the fields, by their names. */
export const ticketFieldSchemas = ofFields((name) => TICKET_FIELDS[name].schema) as {
  readonly [K in TicketFieldName]: Fields[K]['schema']
}
/** The body of a command by which a person sets some of them. */
export const SetTicketFields = Type.Partial(
  Strict(pick(ticketFieldSchemas, ...TICKET_FIELD_NAMES.filter(isByPeople))),
)

/** The values of a ticket on which nothing was set. */
export const DEFAULT_TICKET_VALUES: TicketValues = ofFields((name) => TICKET_FIELDS[name].default) as {
  readonly [K in TicketFieldName]: Fields[K]['default']
}
/**
 * The values of a ticket. An absent field has its default, because documents of an older generation lack new
 * fields.
 */
export const ticketValuesOf = (ticket: Partial<TicketValues>): TicketValues => ({
  ...DEFAULT_TICKET_VALUES,
  ...pick(ticket, ...TICKET_FIELD_NAMES.filter((name) => ticket[name] !== undefined)),
})

export type FieldSetType<K extends TicketFieldName> = `ticket.${K}-set.v1`
export const fieldSetType = <K extends TicketFieldName>(name: K): FieldSetType<K> => `ticket.${name}-set.v1`

/** The event of each field. */
export const ticketFieldEvents = Object.fromEntries(
  TICKET_FIELD_NAMES.map((name) => [
    fieldSetType(name),
    Strict({ ticketId: Id, contactId: Id, [name]: TICKET_FIELDS[name].schema }),
  ]),
) as unknown as {
  readonly [K in TicketFieldName as FieldSetType<K>]: TObject<
    { ticketId: typeof Id; contactId: typeof Id } & { [N in K]: Fields[K]['schema'] }
  >
}
type FieldEvents = typeof ticketFieldEvents
/** The event of a field's new value. */
export type TicketFieldSet = {
  [T in keyof FieldEvents]: { readonly type: T; readonly data: Static<FieldEvents[T]> }
}[keyof FieldEvents]

/** Whether the event is of a kind that sets a field. */
export const isFieldSet = (event: { readonly type: string }): event is TicketFieldSet =>
  Object.hasOwn(ticketFieldEvents, event.type)
/** The field that an event sets, with its value. */
export const valueSetBy = ({ data }: { readonly data: Partial<TicketValues> }): Partial<TicketValues> =>
  pick(data, ...TICKET_FIELD_NAMES.filter((name) => name in data))
