import { lacksName } from '@guiche/contracts/contact/name.js'
import type { Username } from '@guiche/contracts/contact/username.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { ContactEvent, Identity } from '@guiche/contracts/events/contact.js'
import { sameIn } from '@guiche/contracts/pick.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Decider } from '../kernel/kernel.js'
import {
  type ContactFact,
  type ContactState,
  type ExtraInfo,
  evolve,
  noContact,
  sameIdentity,
} from './state.js'

type Decision = Result<readonly ContactEvent[], DomainError>

export type ContactCommand =
  | {
      readonly kind: 'create'
      readonly data: Extract<ContactEvent, { type: 'contact.created.v1' }>['data']
    }
  /**
   * `number` null keeps the number (groups, and contacts known only by LID). A new number was checked, so the contact
   * is on WhatsApp with it.
   */
  | {
      readonly kind: 'change'
      readonly name: string
      readonly number: string | null
      readonly email: string
      readonly extraInfo: readonly ExtraInfo[]
      readonly active: boolean
    }
  /** data of a contact list; '' changes nothing */
  | ({ readonly kind: 'fill' } & Pick<ContactState, 'name' | 'email'>)
  /** e-mail, username and extra fields of a merged contact; the contact's own e-mail and username stay */
  /** `name` is '' if unknown. A name chosen by the company takes precedence over a push name. */
  | ({ readonly kind: 'fill-fields' } & Pick<
      ContactState,
      'name' | 'selfNamed' | 'email' | 'extraInfo' | 'username'
    >)
  | { readonly kind: 'identify'; readonly identities: readonly Identity[] }
  /** The contact is no longer known by this identity. Allowed even for an unknown identity, see the event. */
  | { readonly kind: 'unidentify'; readonly identity: Identity }
  | { readonly kind: 'picture'; readonly blobId: string | null }
  /** the contact's push name, from a live or an imported message */
  | { readonly kind: 'push-name'; readonly pushName: string; readonly imported: boolean }
  | { readonly kind: 'username'; readonly username: Username }
  /** another contact has this username now */
  | { readonly kind: 'username-gone'; readonly username: Username }
  /** the contact is blocked on WhatsApp, or no longer */
  | { readonly kind: 'block'; readonly connectionId: number; readonly blocked: boolean }
  /** the contact is on WhatsApp, because a message came or went; or its number is not */
  | { readonly kind: 'reached' }
  | { readonly kind: 'unknown'; readonly number: string }
  /** the contact is the winner of a merge with `from` */
  | { readonly kind: 'take-over'; readonly from: number }
  | { readonly kind: 'merge'; readonly into: number }
  | { readonly kind: 'erase' }

/** Most extra fields of a contact. */
const EXTRA_FIELDS = 100

type ChangeableFields = Pick<ContactState, 'name' | 'number' | 'email' | 'extraInfo' | 'active'>

const nothing: Decision = ok([])

const changeContact = (
  state: ContactState,
  command: Extract<ContactCommand, { kind: 'change' }>,
): Decision => {
  const { kind: _, ...wanted } = command
  const contactId = state.contactId
  const number = wanted.number === null || state.isGroup ? state.number : wanted.number
  const events: ContactEvent[] = []
  if (number !== state.number && number !== null) {
    events.push({
      type: 'contact.identified.v1',
      data: { contactId, identity: { kind: 'pn', value: number }, number },
    })
  }
  const next = { ...wanted, number, active: wanted.active || number !== state.number }
  const same = sameIn<ChangeableFields>(next, state, 'name', 'number', 'email', 'extraInfo', 'active')
  if (!same) {
    events.push({
      type: 'contact.changed.v1',
      data: { ...next, contactId, extraInfo: [...wanted.extraInfo] },
    })
  }
  return ok(events)
}

const changeEvents = (state: ContactState, to: Partial<ChangeableFields>): readonly ContactEvent[] => {
  const { contactId, name, number, email, extraInfo, active } = { ...state, ...to }
  const data = { contactId, name, number, email, extraInfo: [...extraInfo], active }
  return [{ type: 'contact.changed.v1', data }]
}
const setActive = (state: ContactState, active: boolean): Decision =>
  state.active === active ? nothing : ok(changeEvents(state, { active }))

/** Stores a contact's push name, which is its name until the company chooses one. */
const nameItself = (
  state: ContactState,
  { pushName: told, imported }: Extract<ContactCommand, { kind: 'push-name' }>,
): Decision => {
  // an imported message is older than whatever is known
  const pushName = imported && state.pushName !== null ? state.pushName : told
  const named = lacksName(state) && pushName !== state.name ? changeEvents(state, { name: pushName }) : []
  if (state.pushName === pushName) return ok(named)
  const data = { contactId: state.contactId, pushName }
  return ok([{ type: 'contact.push-named.v1', data }, ...named])
}

/** A contact's name and e-mail after a list of contacts has named it: values written by users of the company stay. */
export const fillFromList = (
  state: ContactState,
  { name, email }: Pick<ContactState, 'name' | 'email'>,
): Pick<ContactState, 'name' | 'email'> => ({
  name: name !== '' && (lacksName(state) || state.selfNamed) ? name : state.name,
  email: state.email || email,
})

const fillNameAndEmail = (
  state: ContactState,
  command: Extract<ContactCommand, { kind: 'fill' }>,
): Decision => {
  const next = fillFromList(state, command)
  return sameIn<typeof next>(next, state, 'name', 'email') ? nothing : ok(changeEvents(state, next))
}

const changeUsername = (state: ContactState, username: Username | null): readonly ContactEvent[] =>
  username === state.username
    ? []
    : [{ type: 'contact.username-changed.v1', data: { contactId: state.contactId, username } }]

const fillFields = (
  state: ContactState,
  { name, selfNamed, email, extraInfo, username }: Extract<ContactCommand, { kind: 'fill-fields' }>,
): Decision => {
  const fresh = extraInfo.filter(
    ({ id, name, value }) =>
      !state.extraInfo.some((known) => known.id === id || (known.name === name && known.value === value)),
  )
  const next = {
    name: (lacksName(state) || (state.selfNamed && !selfNamed)) && name !== '' ? name : state.name,
    email: state.email || email,
    extraInfo: [...state.extraInfo, ...fresh].slice(0, EXTRA_FIELDS),
  }
  const renamed = changeUsername(state, state.username ?? username)
  if (sameIn<Pick<ChangeableFields, keyof typeof next>>(next, state, 'name', 'email', 'extraInfo'))
    return ok(renamed)
  return ok([...changeEvents(state, next), ...renamed])
}

const addIdentities = (state: ContactState, identities: readonly Identity[]): Decision => {
  const fresh = identities.filter(
    (identity) => !state.identities.some((known) => sameIdentity(known, identity)),
  )
  const number = fresh.find((identity) => identity.kind === 'pn')?.value ?? state.number
  return ok(
    fresh.map((identity) => ({
      type: 'contact.identified.v1',
      data: { contactId: state.contactId, identity, number },
    })),
  )
}

/**
 * Errors: ERR_NO_CONTACT_FOUND (absent, or merged into another one, which the caller must follow), ERR_CONTACT_ERASED
 * (the erasure has begun, and everything is refused).
 */
const decide = (state: ContactState, command: ContactCommand): Decision => {
  if (!state.exists) {
    return command.kind === 'create'
      ? ok([{ type: 'contact.created.v1', data: command.data }])
      : err(domainError('ERR_NO_CONTACT_FOUND'))
  }
  const contactId = state.contactId
  if (command.kind === 'erase') {
    return state.erasing ? nothing : ok([{ type: 'contact.erasing.v1', data: { contactId } }])
  }
  if (state.erasing) return err(domainError('ERR_CONTACT_ERASED'))
  if (command.kind === 'merge') {
    if (command.into === contactId || state.mergedInto === command.into) return nothing
    if (state.mergedInto !== null) return err(domainError('ERR_NO_CONTACT_FOUND'))
    return ok([{ type: 'contact.merged.v1', data: { contactId, into: command.into } }])
  }
  if (state.mergedInto !== null) return err(domainError('ERR_NO_CONTACT_FOUND'))
  switch (command.kind) {
    case 'create':
      return nothing
    case 'change':
      return changeContact(state, command)
    case 'fill':
      return fillNameAndEmail(state, command)
    case 'fill-fields':
      return fillFields(state, command)
    case 'identify':
      return addIdentities(state, command.identities)
    case 'unidentify': {
      const { identity } = command
      const number = identity.value === state.number ? null : state.number
      return ok([{ type: 'contact.unidentified.v1', data: { contactId, identity, number } }])
    }
    case 'take-over':
      return ok([{ type: 'contact.merging.v1', data: { contactId, from: command.from } }])
    case 'reached':
      return setActive(state, true)
    case 'unknown':
      // the contact may have another number by now
      return state.number === command.number ? setActive(state, false) : nothing
    case 'push-name':
      return nameItself(state, command)
    case 'username':
      return ok(changeUsername(state, command.username))
    case 'username-gone':
      return state.username === command.username ? ok(changeUsername(state, null)) : nothing
    case 'block': {
      const { connectionId, blocked } = command
      if (state.blockedOn.includes(connectionId) === blocked) return nothing
      const type = blocked ? 'contact.blocked.v1' : 'contact.unblocked.v1'
      return ok([{ type, data: { contactId, connectionId } }])
    }
    case 'picture':
      return state.pictureBlobId === command.blobId
        ? nothing
        : ok([{ type: 'contact.picture-changed.v1', data: { contactId, blobId: command.blobId } }])
  }
}

export const contactDecider: Decider<ContactState, ContactCommand, ContactFact> = {
  initial: noContact,
  evolve,
  decide,
}
