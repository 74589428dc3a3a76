import { domainError } from '@guiche/contracts/errors.js'
import { type ContactEvent, type Identity, jidOf } from '@guiche/contracts/events/contact.js'
import { plainName } from '@guiche/contracts/plain-text.js'
import { err, ok } from '@guiche/contracts/result.js'
import { contactRoutes } from '@guiche/contracts/routes/contacts.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { ContactRecord } from '@guiche/contracts/views/records.js'
import { type Answer, type CallOf, type Route, serving } from '@guiche/infra/http/route.js'
import { normaliseNumber, sameNumber } from '@guiche/infra/phone.js'
import type { AreaDeps } from '../deps.js'
import { type Around, type DecidedStates, isUnwritten } from '../kernel/around.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import { followUp, metaOf } from '../kernel/meta.js'
import type { Erasure } from '../processes/erasure.js'
import { seenPosition } from '../seen-position.js'
import { mayOpenAllOf } from '../ticket/contact-tickets.js'
import type { Gateway } from './ask-gateway.js'
import { type ContactCommand, contactDecider } from './decide.js'
import { mergedEdit } from './edit.js'
import { createIdentities, type FoundContact } from './identities.js'
import type { MergeOnRequest } from './merge-on-request.js'
import { createNumberChange } from './number-change.js'
import { checkThrough, connectionForLookups, homeOf, identitiesOf, identityOfNumber } from './numbers.js'
import type { Contacts } from './resolve.js'
import { type ContactState, type ExtraInfo, hasIdentity } from './state.js'

export interface ContactDeps
  extends Pick<AreaDeps, 'kernel' | 'claims' | 'sequences' | 'records' | 'commandIds'> {
  readonly contacts: Contacts
  readonly unite: MergeOnRequest
  readonly gateway: Gateway
  /** removes everything of a contact that is being erased; see processes/erasure.ts */
  readonly erase: Erasure['erase']
}

/** Whether the contact belongs to the caller's company and was not merged. */
const isOf = ({ companyId }: Caller, state: ContactState): boolean =>
  state.exists && state.companyId === companyId && state.mergedInto === null

const isErasedBy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_CONTACT_ERASED'

const depsOf = (deps: ContactDeps) => ({
  ...deps,
  identities: createIdentities(deps),
  numberChange: createNumberChange(deps),
})
/** Dependencies of the handlers. */
type Deps = ReturnType<typeof depsOf>
type Call<K extends keyof typeof contactRoutes & string> = CallOf<K, (typeof contactRoutes)[K]>

const loadContact = async (deps: Deps, caller: Caller, contactId: number): Promise<FoundContact | null> => {
  const { identities } = deps
  const found = await identities.load(contactId)
  return isOf(caller, found.state) ? found : null
}

const contactRecord = async ({ records }: Deps, companyId: number, contactId: number) => {
  const doc = await records.contact(companyId, contactId)
  return doc === null ? null : (records.presentContacts([doc])[0] ?? null)
}

const answerOf = (deps: Deps, { companyId }: Caller, id: number, position: string) =>
  ok({ id, position, body: () => contactRecord(deps, companyId, id) })

/** The changed contact, after notes about a new number in its active tickets. */
const changedTo = async (
  deps: Deps,
  caller: Caller,
  { state, events, position }: Handled<ContactState>,
  meta: Meta,
): Promise<Answer<ContactRecord>> => {
  const isNewNumber = events.some(({ type }) => type === 'contact.identified.v1')
  if (isNewNumber && state.number !== null) {
    const told = await deps.numberChange.tell(caller, state.contactId, state.number, meta)
    if (!told.ok) return told
  }
  return answerOf(deps, caller, state.contactId, position)
}

/** Answers a create for an existing contact; a repetition of the create gets its first answer. */
const alreadyExists = async (deps: Deps, caller: Caller, contactId: number, meta: Meta) => {
  const { kernel } = deps
  const stream = streams.contact(contactId)
  const made = await kernel.earlier(contactDecider, stream, followUp(meta, 'contact', contactId))
  if (!made.ok) return made
  if (made.value !== null) return answerOf(deps, caller, contactId, made.value.position)
  const { state, position } = await kernel.load(contactDecider, stream)
  if (state.erasing) return err(domainError('ERR_CONTACT_ERASED'))
  const body = async () => {
    const existingContact = await contactRecord(deps, caller.companyId, contactId)
    return existingContact === null ? null : { alreadyExists: true as const, existingContact }
  }
  return ok({ id: contactId, position, body })
}

/** Asks WhatsApp for its spelling of the number. */
const checkNumber = async ({ gateway, records }: Deps, caller: Caller, digits: string) => {
  const asking = await connectionForLookups(records, caller.companyId)
  if (!asking.ok) return asking
  const { connectionId } = asking.value
  const known = await checkThrough(gateway, asking.value, digits)
  return known.ok ? ok({ ...known.value, connectionId }) : known
}

/** Rows without an id of this contact are new ones. */
const withIds = async (
  { sequences }: Deps,
  wanted: readonly { id?: number | null; name: string; value: string }[],
  known: readonly ExtraInfo[],
): Promise<ExtraInfo[]> => {
  const ids = new Set(known.map(({ id }) => id))
  const rows: ExtraInfo[] = []
  for (const { id, name, value } of wanted) {
    const own = typeof id === 'number' && ids.delete(id) ? id : await sequences.next('extra-info')
    rows.push({ id: own, name, value })
  }
  return rows
}

/** The wanted new number in WhatsApp's spelling; null if the number stays the same. */
const newNumber = async (deps: Deps, caller: Caller, state: ContactState, typed: string | undefined) => {
  if (state.isGroup || !typed) return ok(null)
  const digits = normaliseNumber(typed, { home: await homeOf(deps.records, caller.companyId) })
  if (digits === null) return err(domainError('ERR_VALIDATION', { field: 'number' }))
  // only the spelling differs: WhatsApp's spelling stays
  if (state.number !== null && sameNumber(digits, state.number)) return ok(null)
  const known = await checkNumber(deps, caller, digits)
  if (!known.ok) return known
  return ok(known.value.number === state.number ? null : identityOfNumber(known.value.number))
}

/** Like identities.take, but also takes claims that broken work left with another contact. */
const takeAll = async (deps: Deps, wanted: readonly Identity[], contactId: number, meta: Meta) => {
  const { contacts, identities } = deps
  const taken = await identities.take(wanted, contactId, meta)
  if (!taken.ok || taken.value) return taken
  for (const one of wanted) {
    const settled = await contacts.settle(one, meta)
    if (!settled.ok) return settled
  }
  return identities.take(wanted, contactId, meta)
}

/** Claims and releases identities around a change of the contact. Errors: ERR_DUPLICATED_CONTACT. */
const identityClaimsAround = (
  deps: Deps,
  { before, after }: DecidedStates<ContactState>,
  contactId: number,
  meta: Meta,
): Around<ContactState> | null => {
  const { identities } = deps
  const wanted = after.identities.filter((one) => !hasIdentity(before, one))
  const left = before.identities.filter((one) => !hasIdentity(after, one))
  if (wanted.length === 0 && left.length === 0) return null
  return async (write) => {
    const taken = await takeAll(deps, wanted, contactId, meta)
    if (!taken.ok) return taken
    if (!taken.value) return err(domainError('ERR_DUPLICATED_CONTACT'))
    const done = await write()
    if (done.ok) await identities.free(left, contactId, meta)
    // the stream was removed with the person, and would block these for ever
    else if (isErasedBy(done.error)) await identities.release(wanted, contactId, meta)
    else if (isUnwritten(done)) await identities.free(wanted, contactId, meta)
    return done
  }
}

const createContact = async (deps: Deps, call: Call<'POST /contacts'>) => {
  const { kernel, contacts, records } = deps
  const { caller, body } = call
  const digits = normaliseNumber(body.number, { home: await homeOf(records, caller.companyId) })
  if (digits === null) return err(domainError('ERR_VALIDATION', { field: 'number' }))
  const meta = metaOf(call)
  const existing = await contacts.find(caller.companyId, [identityOfNumber(digits)])
  if (existing !== null) {
    return alreadyExists(deps, caller, existing.contactId, meta)
  }
  const known = await checkNumber(deps, caller, digits)
  if (!known.ok) return known
  const { connectionId } = known.value
  const resolved = await contacts.resolve(
    identitiesOf(known.value),
    {
      name: plainName(body.name),
      email: body.email ?? '',
      extraInfo: await withIds(deps, body.extraInfo ?? [], []),
      connectionId,
    },
    meta,
  )
  if (!resolved.ok) return resolved
  const { contactId, created } = resolved.value
  if (!created) return alreadyExists(deps, caller, contactId, meta)
  const { position } = await kernel.load(contactDecider, streams.contact(contactId))
  return answerOf(deps, caller, contactId, position)
}

const changeContact = async (deps: Deps, call: Call<'PUT /contacts/:id'>) => {
  const { kernel, numberChange } = deps
  const { caller, body } = call
  const contactId = call.params.id
  const meta = metaOf(call)
  const stream = streams.contact(contactId)
  const seen = seenPosition(call)
  const shown = seen === null ? null : await kernel.loadAt(contactDecider, stream, seen)
  const known = shown === null ? [] : shown.extraInfo
  // The caller left the shown number unchanged, but the stored number may have changed since.
  const isShown = shown !== null && body.number?.replace(/\D/g, '') === shown.number
  // WhatsApp is asked once
  let number: Awaited<ReturnType<typeof newNumber>> | null = null
  const changed = await kernel.transact<ContactState, ContactCommand, ContactEvent>({
    decider: contactDecider,
    stream,
    command: async (state) => {
      if (!isOf(caller, state)) return err(domainError('ERR_NO_CONTACT_FOUND'))
      number ??= await newNumber(deps, caller, state, isShown ? undefined : body.number)
      if (!number.ok) return number
      const refused = number.value === null ? null : await numberChange.refusal(caller, contactId)
      if (refused !== null) return err(refused)
      const wanted = {
        name: plainName(body.name),
        email: body.email === undefined ? state.email : (body.email ?? ''),
        extraInfo:
          body.extraInfo === undefined
            ? state.extraInfo
            : await withIds(deps, body.extraInfo, [...state.extraInfo, ...known]),
        active: body.active ?? state.active,
      }
      const edit = shown === null || !shown.exists ? ok(wanted) : mergedEdit(shown, state, wanted)
      return edit.ok ? ok({ kind: 'change', number: number.value?.value ?? null, ...edit.value }) : edit
    },
    meta,
    around: (decided) => identityClaimsAround(deps, decided, contactId, meta),
  })
  return changed.ok ? changedTo(deps, caller, changed.value, meta) : changed
}

const mergeContact = async (deps: Deps, call: Call<'POST /contacts/:id/merge'>) => {
  const { caller, params, body } = call
  const united = await deps.unite(params.id, body.contactId, metaOf(call))
  return united.ok ? answerOf(deps, caller, params.id, united.value.position) : united
}

const blockContact = async (deps: Deps, call: Call<'PUT /contacts/:id/block'>) => {
  const { kernel, gateway, records } = deps
  const { caller, body } = call
  const { companyId } = caller
  const contactId = call.params.id
  const connectionId = body.whatsappId
  const found = await loadContact(deps, caller, contactId)
  if (found === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
  const meta = metaOf(call)
  // A repetition does not ask WhatsApp again: another user may have changed the block since.
  const before = await kernel.earlier(contactDecider, streams.contact(contactId), meta)
  if (!before.ok) return before
  if (before.value !== null) return answerOf(deps, caller, contactId, before.value.position)
  const { identities: known, erasing } = found.state
  if (erasing) return err(domainError('ERR_CONTACT_ERASED'))
  const connection = await records.connection(companyId, connectionId)
  if (connection === null) return err(domainError('ERR_NO_WAPP_FOUND'))
  const person = known.find(({ kind }) => kind === 'pn') ?? known.find(({ kind }) => kind === 'lid')
  if (person === undefined) return err(domainError('ERR_WAPP_BLOCK'))
  if (body.blocked && !(await mayOpenAllOf(deps, caller, contactId, connectionId))) {
    return err(domainError('ERR_BLOCK_OF_OPEN_TICKET'))
  }
  const done = await gateway.block(companyId, connectionId, jidOf(person), body.blocked)
  if (!done.ok) return done
  const command = { kind: 'block', connectionId, blocked: body.blocked } as const
  const told = await kernel.execute(contactDecider, streams.contact(contactId), command, meta)
  return told.ok ? answerOf(deps, caller, contactId, told.value.position) : told
}

const eraseContact = async (deps: Deps, call: Call<'DELETE /contacts/:id'>) => {
  const { kernel, commandIds } = deps
  const contactId = call.params.id
  const meta = metaOf(call)
  const stream = streams.contact(contactId)
  if ((await loadContact(deps, call.caller, contactId)) === null) {
    // this command removed the stream that would know a repetition
    const given = await commandIds.known<{ contactId: number }>(meta)
    if (!given.ok) return given
    return given.value !== null && (await kernel.isRemoved(stream))
      ? ok({ body: async () => null })
      : err(domainError('ERR_NO_CONTACT_FOUND'))
  }
  const kept = await commandIds.get(meta, async () => ({ contactId }))
  if (!kept.ok) return kept
  const asked = await kernel.execute(contactDecider, stream, { kind: 'erase' }, meta)
  if (!asked.ok) return asked
  const erased = await deps.erase(contactId, followUp(meta, 'erasure', contactId))
  if (!erased.ok && erased.error.code !== 'ERR_UNAVAILABLE') return erased
  // requested and durable: the process does the rest
  const { position } = erased.ok ? erased.value : asked.value
  return ok({
    position,
    body: async () => (erased.ok ? { message: 'Contact deleted', removed: erased.value.removed } : null),
  })
}

/** Commands that change contacts. */
export const contactCommands = (given: ContactDeps): readonly Route[] => {
  const deps = depsOf(given)
  return serving('command', {})(contactRoutes, {
    'POST /contacts': (call) => createContact(deps, call),
    'PUT /contacts/:id': (call) => changeContact(deps, call),
    'POST /contacts/:id/merge': (call) => mergeContact(deps, call),
    'PUT /contacts/:id/block': (call) => blockContact(deps, call),
    'DELETE /contacts/:id': (call) => eraseContact(deps, call),
  })
}
