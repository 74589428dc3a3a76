import { ID, nullableSchema, requiredProperty } from './json.js'
import type { AnswerProperty, JoinedData, Kind, Types, WithoutId } from './kind.js'
import { SUBJECTS, shownBeside } from './subjects.js'

/** Id of the user who created the record. */
export interface AuthorField {
  readonly kind: 'author'
  /** the user is joined to the record, under the field's name without `Id` */
  readonly joined?: true
}
interface AuthorTypes extends Types {
  stored: number
  said: object
  shown: AnswerProperty<this> &
    (this['field'] extends { readonly joined: true }
      ? { [K in this['name'] as WithoutId<K>]: Omit<JoinedData['user'], 'deleted'> | null }
      : object)
}
declare module './kind.js' {
  interface Declared {
    author: [AuthorField, AuthorTypes]
  }
}
export const author = <const F extends Omit<AuthorField, 'kind'>>(field?: F) =>
  ({ kind: 'author', ...field }) as { readonly kind: 'author' } & F

export const authorKind: Kind<AuthorField> = {
  by: 'author',
  stored: () => ID,
  shown: (field, name) => ({
    ...requiredProperty(name, ID),
    ...(field.joined && requiredProperty(name.replace(/Id$/, ''), nullableSchema(SUBJECTS.user.shown))),
  }),
  show: (field, name, value, find) => {
    if (!field.joined) return { [name]: value }
    // a deleted user is still shown as the author
    const shown = shownBeside('user', find('user', value), false)
    return { [name]: value, [name.replace(/Id$/, '')]: shown }
  },
  blank: () => null,
  beside: (field) => (field.joined ? { of: 'user', ids: (value) => [value] } : undefined),
}
