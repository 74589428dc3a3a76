import type { AnyEvent } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import type { RecordName } from '@guiche/contracts/records/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { namedStorageOf } from '../files/named-storage.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { deciderOf } from './deciders.js'
import type { StoredValues, Values } from './state.js'

/** The field by which a record names a contact or ticket. */
export const refTo = (spec: RecordSpec, to: 'contact' | 'ticket'): string | undefined =>
  Object.entries(spec.fields).find(([, field]) => field.kind === 'ref' && field.to === to)?.[0]

/**
 * Removes the files, secrets and streams of records whose contact is erased, and appends the events of that. Each step
 * may be repeated. Files are removed first, because only the stream names them.
 */
export const eraseRecords = async (
  { kernel, blobs, vault }: { readonly kernel: Kernel; readonly blobs: Blobs; readonly vault: Vault },
  { name }: RecordSpec,
  ids: readonly number[],
  meta: Meta,
): Promise<Result<{ readonly position: string }, DomainError>> => {
  const decider = deciderOf(name as RecordName)
  const outside = namedStorageOf({ blobs, vault })
  await Promise.all(
    ids.map(async (id) => {
      const { state } = await kernel.load(decider, streams.record(name, id))
      for (const file of decider.files(state)) await outside.remove(file)
      await kernel.remove(streams.record(name, id))
    }),
  )
  return kernel.append<AnyEvent>(
    streams.erasure(meta.companyId),
    ids.map((id) => ({ type: `${name}.erased.v1`, data: { [`${name}Id`]: id } })),
    followUp(meta, `${name}-erased`, ...ids),
  )
}

/** Resolves references of records: contacts, tickets and users. */
export interface Refs {
  /**
   * The values with their contact and ticket: a ticket that the caller may open, and its contact. For a record that
   * acts in a ticket (`into`), a contact alone must have no active ticket that the caller may not open. Errors:
   * ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_NO_CONTACT_FOUND (also if the ticket belongs to another contact),
   * ERR_CONTACT_ERASED.
   */
  resolve(spec: RecordSpec, caller: Caller, values: Values): Promise<Result<Values, DomainError>>
  /**
   * Checks that all other things named by the values exist in the company. `before`: the record before the change. A
   * field with `gone: 'keep'` may keep a deleted thing. Errors: those of the named kind, such as ERR_NO_USER_FOUND.
   */
  named(
    spec: RecordSpec,
    companyId: number,
    values: Values,
    before?: Values,
  ): Promise<Result<null, DomainError>>
  /** Erases a record that was just stored, if its contact is erased or being erased (ERR_CONTACT_ERASED). */
  stands(spec: RecordSpec, stored: StoredValues, meta: Meta): Promise<Result<null, DomainError>>
}
