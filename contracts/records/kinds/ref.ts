import { ID, may, nullableSchema, requiredProperty } from './json.js'
import type {
  AddedLater,
  AnswerProperty,
  BesideOf,
  Kind,
  NeededWhile,
  OnDelete,
  OptionalInBody,
  Types,
  WithoutId,
} from './kind.js'
import { schemaBeside, shownBeside } from './subjects.js'

/**
 * Id of a thing that is joined to the record, under the field's name without `Id`. A record's contact or
 * ticket is its subject: it is set once, and a ticket implies its contact. The record stops showing a deleted
 * ticket without an event of its own. Records of a contact are erased with the contact.
 */
export interface RefField extends AddedLater {
  readonly kind: 'ref'
  /** user, connection, contact, ticket, or the name of a record; `NAMED_ARE_THERE` checks the name */
  readonly to: string
  readonly gone: OnDelete
  /** for `refuse`: the deletion is refused only while this other field of the record has one of these values */
  readonly while?: NeededWhile
}
export type RefSubject = 'contact' | 'ticket'
interface RefTypes extends Types {
  stored: this['field'] extends { readonly gone: 'remove' } ? number : number | null
  said: this['field'] extends { readonly to: RefSubject }
    ? OptionalInBody<this, number | null>
    : this['field'] extends { readonly gone: 'remove' }
      ? { [K in this['name']]: number }
      : OptionalInBody<this, number | null>
  shown: AnswerProperty<this> & {
    [K in this['name'] as WithoutId<K>]: this['field'] extends { readonly to: infer S extends string }
      ? Omit<BesideOf<S>, 'deleted'> | null
      : never
  }
}
declare module './kind.js' {
  interface Declared {
    ref: [RefField, RefTypes]
  }
}
export const ref = <const F extends Omit<RefField, 'kind'>>(field: F) => ({ kind: 'ref', ...field }) as const

const storedSchema = ({ gone }: RefField) => (gone === 'remove' ? ID : nullableSchema(ID))
/**
 * Whether the field names the record's subject. Such a field is set once, and the subject's deletion writes no event of
 * the record.
 */
export const isSubjectField = ({ to }: Pick<RefField, 'to'>): boolean => to === 'contact' || to === 'ticket'
const isRequired = (field: RefField): boolean => field.gone === 'remove' && !isSubjectField(field)
const besideOf = (name: string): string => name.replace(/Id$/, '')

export const refKind: Kind<RefField> = {
  by: 'body',
  stored: storedSchema,
  said: (field, name) => (isRequired(field) ? requiredProperty(name, ID) : may(name, nullableSchema(ID))),
  shown: (field, name) => ({
    ...requiredProperty(name, storedSchema(field)),
    ...requiredProperty(besideOf(name), nullableSchema(schemaBeside(field.to))),
  }),
  show: ({ to, gone }, name, value, find) => {
    const beside = shownBeside(to, find(to, value), true)
    const isGone = gone !== 'remove' && gone !== 'keep' && beside === null
    // a merged contact is replaced by the winner
    return { [name]: isGone ? null : (beside?.id ?? value), [besideOf(name)]: beside }
  },
  listed: besideOf,
  read: (_field, value) => (value as { readonly name?: string }).name,
  blank: () => null,
  asked: isRequired,
  fixed: isSubjectField,
  beside: ({ to }) => ({ of: to, ids: (value) => [value] }),
  names: (field) => ({
    to: field.to,
    ...(!isSubjectField(field) && field.gone !== 'keep' && { gone: field.gone }),
    ...(field.while !== undefined && { while: field.while }),
  }),
}
