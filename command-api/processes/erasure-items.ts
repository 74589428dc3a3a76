import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import { pick } from '@guiche/contracts/pick.js'
import { isErasable, RECORDS } from '@guiche/contracts/records/index.js'
import { err, type Result } from '@guiche/contracts/result.js'
import type { CollectionName } from '@guiche/contracts/views/collections.js'
import type { DocOf } from '@guiche/contracts/views/documents.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import { spellingsOf } from '@guiche/infra/phone.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import { eraseReactors, tellErased } from '../contact/erased.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { eraseRecords, refTo } from '../records/refs.js'
import type { Forget } from './forget.js'

type OfCompany = Where & { readonly companyId: number }

export interface ErasureItemsDeps
  extends Pick<AreaDeps, 'kernel' | 'eventStore' | 'records' | 'documents' | 'blobs' | 'vault' | 'logger'> {
  readonly forget: Forget
  /** waits until the views have reached the position; false: they are behind */
  readonly viewsAt: (companyId: number, position: string) => Promise<boolean>
}

const PAGE = 200
/** Records that are removed with the contact that they name. */
export const ERASABLE_RECORDS = Object.values(RECORDS).filter(isErasable)
/** Collections of a kind's records. */
const collectionsOf = ({ plural }: (typeof ERASABLE_RECORDS)[number]) =>
  [plural, `deleted-${plural}`] as const

/** The collections with records that are removed with a contact, each with its field that names it. */
export const erasableCollections = (): (readonly [CollectionName, string])[] =>
  ERASABLE_RECORDS.flatMap((spec) =>
    collectionsOf(spec).map((collection) => [collection, refTo(spec, 'contact') ?? ''] as const),
  )

/**
 * Queries for the messages and reactions of these people inside groups, up to a position, because they may go on
 * writing. The linked id identifies a person, because numbers move. A number counts only if a message has no linked id,
 * or none of the person's is known.
 */
export const messagesWrittenBy = (
  companyId: number,
  known: readonly Identity[],
  upTo: string,
): OfCompany[] => {
  const place = { companyId, position: { lte: upTo } }
  const lids = known.filter(({ kind }) => kind === 'lid')
  const numbers = known.filter(({ kind }) => kind === 'pn')
  return [
    ...lids.map(({ value }) => ({ ...place, lid: value })),
    ...numbers
      .flatMap(({ value }) => spellingsOf(value))
      .map((pn) => ({ ...place, pn, ...(lids.length > 0 && { lid: null }) })),
  ]
}

/** Removes the messages and records of contacts. Each step may be repeated. Errors: ERR_UNAVAILABLE. */
export interface ErasureItems {
  /** All messages and records of a contact, once the views show everything up to `after`. */
  ofContact(companyId: number, contactId: number, after: string, meta: Meta): Promise<DomainError | null>
  /**
   * Erases the group messages of people with these identities, and their names at reactions. Works up to a
   * position that the views have reached.
   */
  inGroups(
    companyId: number,
    known: readonly Identity[],
    upTo: string,
    meta: Meta,
  ): Promise<DomainError | null>
}

export const createErasureItems = (deps: ErasureItemsDeps): ErasureItems => {
  const { kernel, documents, forget, viewsAt } = deps

  /**
   * Removes all results of a query, page by page. The views drop an item after its stream was removed and the removal
   * was reported. So a listed item is not done yet. New items are on the next page.
   */
  const removeAll = async <C extends CollectionName>(
    collection: C,
    where: OfCompany,
    remove: (docs: readonly DocOf<C>[]) => Promise<Result<{ readonly position: string }, DomainError>>,
  ): Promise<DomainError | null> => {
    let before = ''
    for (;;) {
      const docs = await documents.find(collection, { where, limit: PAGE })
      const first = docs[0]?.id
      if (first === undefined) return null
      if (first === before) return domainError('ERR_UNAVAILABLE')
      before = first
      const told = await remove(docs)
      if (!told.ok) return told.error
      if (!(await viewsAt(where.companyId, told.value.position))) return domainError('ERR_UNAVAILABLE')
    }
  }

  const removeMessages = async (docs: readonly MessageDoc[], meta: Meta) => {
    await Promise.all(docs.map(({ id, ...doc }) => forget.message({ ...doc, messageId: id })))
    const messages = docs.map(({ id, ticketId, contactId, connectionId }) => ({
      messageId: id,
      ticketId,
      contactId,
      connectionId,
    }))
    return tellErased(kernel, messages, meta)
  }

  /** Removes the names of these people at reactions inside groups; the reactions stay. */
  const removeReactors = (where: OfCompany, meta: Meta): Promise<DomainError | null> =>
    removeAll('reactors', where, (docs) =>
      eraseReactors(
        kernel,
        docs.map(({ id, ...doc }) => ({
          reactorId: id,
          ...pick(doc, 'messageId', 'ticketId', 'contactId', 'connectionId'),
        })),
        meta,
      ),
    )

  return {
    ofContact: async (companyId, contactId, after, meta) => {
      if (!(await viewsAt(companyId, after))) return domainError('ERR_UNAVAILABLE')
      const failed = await removeAll('messages', { companyId, contactId }, (docs) =>
        removeMessages(docs, meta),
      )
      const reactors = failed ?? (await removeReactors({ companyId, contactId }, meta))
      if (reactors !== null) return reactors
      for (const spec of ERASABLE_RECORDS) {
        const where = { companyId, [refTo(spec, 'contact') ?? '']: contactId }
        for (const collection of collectionsOf(spec)) {
          const failed = await removeAll(collection, where, (docs) =>
            eraseRecords(
              deps,
              spec,
              docs.map(({ id }) => Number(id)),
              meta,
            ),
          )
          if (failed !== null) return failed
        }
      }
      return null
    },
    inGroups: async (companyId, known, upTo, meta) => {
      for (const where of messagesWrittenBy(companyId, known, upTo)) {
        const failed = await removeAll('authors', where, async (authors) => {
          const ids = authors.map(({ id }) => id)
          const others = await removeReactors({ companyId, messageId: { in: ids } }, meta)
          if (others !== null) return err(others)
          return removeMessages([...(await documents.getMany('messages', ids)).values()], meta)
        })
        const reactors = failed ?? (await removeReactors(where, meta))
        if (reactors !== null) return reactors
      }
      return null
    },
  }
}
