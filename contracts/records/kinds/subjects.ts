import type { CountField } from './count.js'
import { ID, type Json, oneOf, requiredProperty, strictObject, TEXT, TIME } from './json.js'
import type { BesideOf, Subject } from './kind.js'

interface SubjectSpec {
  /** the view with the documents of the thing */
  readonly view: string
  /** error for an id that names nothing */
  readonly missing: `ERR_${string}`
  /** schema of the thing as joined to another record */
  readonly shown: Json
}
const named = { ...requiredProperty('id', ID), ...requiredProperty('name', TEXT) }

/** The things that fields of records may name and join. */
export const SUBJECTS: { readonly [S in Exclude<Subject, CountField['in']>]: SubjectSpec } = {
  user: {
    view: 'users',
    missing: 'ERR_NO_USER_FOUND',
    shown: strictObject({ ...named, ...requiredProperty('email', TEXT) }),
  },
  connection: { view: 'connections', missing: 'ERR_NO_WAPP_FOUND', shown: strictObject(named) },
  contact: { view: 'contacts', missing: 'ERR_NO_CONTACT_FOUND', shown: strictObject(named) },
  ticket: {
    view: 'inbox',
    missing: 'ERR_NO_TICKET_FOUND',
    shown: strictObject({
      ...requiredProperty('id', ID),
      ...requiredProperty('uuid', TEXT),
      ...requiredProperty('status', oneOf(['pending', 'open', 'closed'])),
      ...requiredProperty('createdAt', TIME),
    }),
  },
}

const isSubject = (to: string): to is keyof typeof SUBJECTS => Object.hasOwn(SUBJECTS, to)
/** The declaration of a subject; undefined for the name of a record. */
export const subjectOf = (to: string): SubjectSpec | undefined => (isSubject(to) ? SUBJECTS[to] : undefined)
/** Schema of a thing joined to a record. */
export const schemaBeside = (to: string): Json => subjectOf(to)?.shown ?? strictObject(named)

/** A user as joined to a record. */
const shownUser = ({ id, name, email }: BesideOf<'user'>) => ({ id, name, email })
/** A thing as joined to a record; null if deleted. `gone`: whether a deleted user counts as deleted. */
export const shownBeside = (to: string, found: { readonly id: number } | null, gone: boolean) => {
  if (to !== 'user' || found === null) return found
  const user = found as BesideOf<'user'>
  return gone && user.deleted ? null : shownUser(user)
}
