import { ContactBody } from '@guiche/contracts/commands/contacts.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { type Answer, type Route, route } from '@guiche/infra/http/route.js'
import type { Records } from '@guiche/infra/records/records.js'
import { WithId } from '../http/ids.js'
import { followUp, metaOf } from '../http/meta.js'
import { positionHeader, replyWhenShown } from '../http/reply.js'
import type { Claims, Kernel, Meta, Sequences } from '../kernel/kernel.js'
import type { Gateway, KnownNumber } from './ask-gateway.js'
import { contactDecider } from './decide.js'
import { createIdentities, type FoundContact } from './identities.js'
import { ninthDigitVariant, normaliseNumber } from './number.js'
import type { Contacts } from './resolve.js'
import { type ContactState, carries, type ExtraInfo } from './state.js'

export interface ContactDeps {
  readonly kernel: Kernel
  readonly claims: Claims
  readonly sequences: Sequences
  readonly contacts: Contacts
  readonly gateway: Gateway
  readonly records: Records
  /** removes everything of a contact that is being erased; see processes/erasure.ts */
  readonly erase: (contactId: number, meta: Meta) => Promise<Result<{ position: string }, DomainError>>
}

/** How often a change begins anew that others come in between of. */
const ROUNDS = 20

const pn = (value: string): Identity => ({ kind: 'pn', value })

/** Routes that change contacts. */
export const contactRoutes = (deps: ContactDeps): readonly Route[] => {
  const { kernel, sequences, contacts, gateway, records } = deps
  const identities = createIdentities(deps)

  const load = async (caller: Caller, contactId: number): Promise<FoundContact | null> => {
    const found = await identities.load(contactId)
    const { exists, companyId, mergedInto } = found.state
    return exists && companyId === caller.companyId && mergedInto === null ? found : null
  }

  const record = async (companyId: number, contactId: number) => {
    const doc = await records.contact(companyId, contactId)
    return doc === null ? null : (records.presentContacts([doc])[0] ?? null)
  }

  const shown = (caller: Caller, contactId: number, position: string): Promise<Answer> =>
    replyWhenShown(records, {
      views: ['contacts'],
      companyId: caller.companyId,
      position,
      id: contactId,
      body: () => record(caller.companyId, contactId),
    })

  /** A contact that is there already; if this very command made it, it is being repeated and answers as at first. */
  const alreadyExists = async (caller: Caller, contactId: number, meta: Meta): Promise<Answer> => {
    const stream = streams.contact(contactId)
    const made = await kernel.earlier(contactDecider, stream, followUp(meta, 'contact', contactId))
    if (!made.ok) return made
    if (made.value !== null) return shown(caller, contactId, made.value.position)
    const { state, position } = await kernel.load(contactDecider, stream)
    if (state.erasing) return err(domainError('ERR_CONTACT_ERASED'))
    return replyWhenShown(records, {
      views: ['contacts'],
      companyId: caller.companyId,
      position,
      id: contactId,
      body: async () => ({ alreadyExists: true, existingContact: await record(caller.companyId, contactId) }),
    })
  }

  /** Asks WhatsApp through the default connection how it writes the number. */
  const checkNumber = async (
    caller: Caller,
    digits: string,
  ): Promise<Result<KnownNumber & { connectionId: number }, DomainError>> => {
    const connection = (await records.connections(caller.companyId)).find(({ isDefault }) => isDefault)
    if (connection === undefined) return err(domainError('ERR_NO_DEF_WAPP_FOUND'))
    if (connection.status !== 'CONNECTED') return err(domainError('ERR_WAPP_NOT_INITIALIZED'))
    const { connectionId } = connection
    const known = await gateway.checkNumber(caller.companyId, connectionId, digits)
    return known.ok ? ok({ ...known.value, connectionId }) : known
  }

  /** Rows without an id of this contact are new ones. */
  const withIds = async (
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

  const create = route('POST /contacts', { body: ContactBody }, async (call) => {
    const { caller, body } = call
    const digits = normaliseNumber(body.number)
    if (digits === null) return err(domainError('ERR_VALIDATION', { field: 'number' }))
    const variant = ninthDigitVariant(digits)
    const meta = metaOf('POST /contacts', call)
    const spellings = variant === null ? [pn(digits)] : [pn(digits), pn(variant)]
    const existing = await contacts.find(caller.companyId, spellings)
    if (existing !== null) {
      return alreadyExists(caller, existing.contactId, meta)
    }
    const known = await checkNumber(caller, digits)
    if (!known.ok) return known
    const { number, lid, connectionId } = known.value
    const identities: Identity[] = lid === null ? [pn(number)] : [pn(number), { kind: 'lid', value: lid }]
    const resolved = await contacts.resolve(
      identities,
      {
        name: body.name.trim(),
        email: body.email ?? '',
        extraInfo: await withIds(body.extraInfo ?? [], []),
        connectionId,
      },
      meta,
    )
    if (!resolved.ok) return resolved
    const { contactId, created } = resolved.value
    if (!created) return alreadyExists(caller, contactId, meta)
    const { position } = await kernel.load(contactDecider, streams.contact(contactId))
    return shown(caller, contactId, position)
  })

  /** The number to change to as WhatsApp writes it; null when it stays as it is. */
  const newNumber = async (
    caller: Caller,
    state: ContactState,
    typed: string,
  ): Promise<Result<Identity | null, DomainError>> => {
    if (state.isGroup) return ok(null)
    const digits = normaliseNumber(typed)
    if (digits === null) return err(domainError('ERR_VALIDATION', { field: 'number' }))
    if (digits === state.number) return ok(null)
    const known = await checkNumber(caller, digits)
    if (!known.ok) return known
    return ok(known.value.number === state.number ? null : pn(known.value.number))
  }

  const update = route('PUT /contacts/:id', { params: WithId, body: ContactBody }, async (call) => {
    const { caller, body } = call
    const contactId = Number(call.params.id)
    const meta = metaOf('PUT /contacts/:id', call)
    let found = await load(caller, contactId)
    if (found === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
    const before = await kernel.earlier(contactDecider, streams.contact(contactId), meta)
    if (!before.ok) return before
    if (before.value !== null) return shown(caller, contactId, before.value.position)
    const number = await newNumber(caller, found.state, body.number)
    if (!number.ok) return number
    for (let round = 0; found !== null && round < ROUNDS; round++) {
      const { state, revision }: FoundContact = found
      if (number.value !== null && !carries(state, number.value)) {
        const taken = await identities.take(number.value, contactId, meta)
        if (!taken.ok) return taken
        if (!taken.value) return err(domainError('ERR_DUPLICATED_CONTACT'))
      }
      const changed = await kernel.executeAt(
        contactDecider,
        streams.contact(contactId),
        revision,
        {
          kind: 'change',
          name: body.name.trim(),
          number: number.value?.value ?? null,
          email: body.email === undefined ? state.email : (body.email ?? ''),
          extraInfo:
            body.extraInfo === undefined ? state.extraInfo : await withIds(body.extraInfo, state.extraInfo),
          active: body.active ?? state.active,
        },
        meta,
      )
      if (changed.ok) {
        for (const old of state.identities.filter((one) => !carries(changed.value.state, one))) {
          await identities.free(old, contactId, meta)
        }
        return shown(caller, contactId, changed.value.position)
      }
      if (changed.error !== 'moved') {
        const gone = changed.error.code === 'ERR_CONTACT_ERASED'
        if (number.value !== null) {
          await identities[gone ? 'release' : 'free'](number.value, contactId, meta)
        }
        return err(changed.error)
      }
      found = await load(caller, contactId)
    }
    if (number.value !== null) {
      await identities[found === null ? 'release' : 'free'](number.value, contactId, meta)
    }
    return err(domainError(found === null ? 'ERR_NO_CONTACT_FOUND' : 'ERR_UNAVAILABLE'))
  })

  const remove = route('DELETE /contacts/:id', { params: WithId }, async (call) => {
    const contactId = Number(call.params.id)
    if ((await load(call.caller, contactId)) === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
    const meta = metaOf('DELETE /contacts/:id', call)
    const asked = await kernel.execute(contactDecider, streams.contact(contactId), { kind: 'erase' }, meta)
    if (!asked.ok) return asked
    const erased = await deps.erase(contactId, followUp(meta, 'erasure', contactId))
    if (!erased.ok && erased.error.code !== 'ERR_UNAVAILABLE') return erased
    // asked for and durable: the process does the rest
    const { position } = erased.ok ? erased.value : asked.value
    const headers = positionHeader(records.place(call.caller.companyId, position))
    if (!erased.ok) return ok({ status: 202, body: { id: contactId }, headers })
    return ok({ body: { message: 'Contact deleted' }, headers })
  })

  return [create, update, remove]
}
