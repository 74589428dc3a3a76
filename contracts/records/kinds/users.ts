import { ID, listOf, may, nullableSchema, requiredProperty, strictObject, TEXT } from './json.js'
import type { AddedLater, AnswerProperty, Kind, OptionalInBody, Types } from './kind.js'

/**
 * Ids of users of the company, each once; an empty list by default. They are shown with their names, without deleted
 * users.
 */
export interface UsersField extends AddedLater {
  readonly kind: 'users'
  /** maximum of users */
  readonly most: number
}
interface UsersTypes extends Types {
  stored: number[]
  said: OptionalInBody<this, number[] | null>
  shown: AnswerProperty<this, { id: number; name: string }[]>
}
declare module './kind.js' {
  interface Declared {
    users: [UsersField, UsersTypes]
  }
}
export const users = <const F extends Omit<UsersField, 'kind'>>(field: F) =>
  ({ kind: 'users', ...field }) as const

export const usersKind: Kind<UsersField> = {
  by: 'body',
  stored: () => listOf(ID),
  said: ({ most }, name) => may(name, nullableSchema(listOf(ID, { maxItems: most, uniqueItems: true }))),
  shown: (_field, name) =>
    requiredProperty(
      name,
      listOf(strictObject({ ...requiredProperty('id', ID), ...requiredProperty('name', TEXT) })),
    ),
  show: (_field, name, value, find) => ({
    [name]: (value as readonly number[]).flatMap((id) => {
      const user = find('user', id)
      return user === null || user.deleted ? [] : { id, name: user.name }
    }),
  }),
  // the audit has the ids, and adds their names
  read: (_field, value) => {
    const names = (value as readonly (number | { readonly name: string })[]).map((one) =>
      typeof one === 'object' ? one.name : null,
    )
    return names.includes(null) ? undefined : names.join(', ')
  },
  blank: () => [],
  beside: () => ({ of: 'user', ids: (value) => value as readonly number[] }),
  names: () => ({ to: 'user' }),
}
