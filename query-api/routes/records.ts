import { type DomainError, domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import { routesOfRecord } from '@guiche/contracts/records/derive.js'
import { RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import { isSubjectField } from '@guiche/contracts/records/kinds/ref.js'
import { orderOf } from '@guiche/contracts/records/order.js'
import { codeOf, ownerOf, type RecordSpec } from '@guiche/contracts/records/record.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { RouteKey, RouteSpec } from '@guiche/contracts/routes/route.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { Route, SignedInCall } from '@guiche/infra/http/route.js'
import type { Condition, Where } from '@guiche/infra/read-store/read-store.js'
import { mergedIdsOf } from '@guiche/infra/records/merged-contacts.js'
import { presentRecords, recordReaders } from '@guiche/infra/records/present-records.js'
import type { RouteDeps } from '../deps.js'
import { readPermittedTicket } from './guards.js'
import { pageOf } from './paging.js'
import { textOf } from './params.js'
import { pageOfRecords, readableRecords } from './record-pages.js'
import { type Range, rangeOf, recordsInRange } from './record-range.js'

interface RecordsQuery {
  readonly searchParam?: string
  readonly pageNumber?: string
  readonly cursor?: string
}

/** The queries of one record's kind: its lists in order, and one record by id. */
const queriesOf = (deps: RouteDeps, name: RecordName): readonly Route[] => {
  const { documents, records } = deps
  const spec: RecordSpec = RECORDS[name]
  const { path, list } = spec
  const plural = RECORDS[name].plural
  const specs = routesOfRecord<RecordSpec>(spec) as Readonly<Record<string, RouteSpec>>

  /**
   * The subject of an id in the query: a ticket that the caller may open, or a contact with all contacts merged into
   * it.
   */
  const conditionOf = async (
    { caller }: SignedInCall,
    field: string,
    id: number,
  ): Promise<Result<Condition, DomainError>> => {
    const declared = spec.fields[field]
    if (declared?.kind !== 'ref' || !isSubjectField(declared)) return ok(id)
    if (declared.to === 'ticket') {
      const ticket = await readPermittedTicket(records, caller, id)
      return ticket.ok ? ok(id) : ticket
    }
    const contact = await records.contact(caller.companyId, id)
    return contact === null
      ? err(domainError('ERR_NO_CONTACT_FOUND'))
      : ok({ in: await mergedIdsOf(documents, caller.companyId, contact.contactId) })
  }

  const whereOf = async (call: SignedInCall): Promise<Result<Where, DomainError>> => {
    const { by = [] } = list
    const query = call.query as Readonly<Record<string, string | undefined>>
    const where: Record<string, Condition> = {}
    for (const field of by) {
      if (query[field] === undefined) continue
      if (field === list.root && query[field] === '-1') {
        where[field] = null
        continue
      }
      const condition = await conditionOf(call, field, Number(query[field]))
      if (!condition.ok) return condition
      where[field] = condition.value
    }
    return ok(where)
  }

  const askedBy = ({ query }: SignedInCall, where: Where) => ({
    ...{ where, text: textOf((query as RecordsQuery).searchParam) ?? '' },
  })

  /** Records of the platform are read by users of all companies. */
  const readerOf = ({ caller }: SignedInCall): Caller => ({
    ...caller,
    companyId: ownerOf(spec, caller.companyId),
  })

  const handlers = {
    ...(list.all !== undefined && {
      [`GET ${path}${list.all}`]: async (call: SignedInCall) => {
        const where = await whereOf(call)
        if (!where.ok) return where
        const { by = [] } = list
        if (by.length > 0 && Object.keys(where.value).length === 0) {
          return err(domainError('ERR_VALIDATION', { field: by.join(', ') }))
        }
        const listed = await readableRecords(documents, name, readerOf(call), askedBy(call, where.value))
        return ok({ body: await presentRecords(documents, spec, listed) })
      },
    }),
    ...(list.page !== undefined && {
      [`GET ${path}`]: async (call: SignedInCall) => {
        const range = rangeOf(spec, call.query as Range)
        if (!range.ok) return range
        const page = pageOf(call.query as RecordsQuery, list.page ?? 0, orderOf(spec).length)
        if (!page.ok) return page
        const where = await whereOf(call)
        if (!where.ok) return where
        if (range.value !== null) {
          const { docs, hasMore } = await recordsInRange(documents, name, call, where.value, range.value)
          const all = await presentRecords(documents, spec, docs as never)
          return ok({ body: { [list.rows ?? plural]: all, count: docs.length, hasMore, cursor: null } })
        }
        const asked = askedBy(call, where.value)
        const { rows, ...rest } = await pageOfRecords(documents, name, readerOf(call), asked, page.value)
        return ok({ body: { [list.rows ?? plural]: await presentRecords(documents, spec, rows), ...rest } })
      },
    }),
    [`GET ${path}/:id`]: async (call: SignedInCall) => {
      const reader = readerOf(call)
      const doc = await documents.one(plural, reader.companyId, Number(call.params.id))
      const mayRead = doc !== null && (await recordReaders(documents, spec, [doc]))(reader, doc)
      return mayRead
        ? ok({ body: (await presentRecords(documents, spec, [doc]))[0] })
        : err(domainError(codeOf(spec, 'missing') as ErrorCode))
    },
  }
  return Object.entries(handlers).map(([key, handle]) => ({
    key: key as RouteKey,
    spec: specs[key] as RouteSpec,
    guard: null,
    handle: handle as Route['handle'],
  }))
}

/** The queries of all records. */
export const recordQueries = (deps: RouteDeps): readonly Route[] =>
  (Object.keys(RECORDS) as RecordName[]).flatMap((name) => queriesOf(deps, name))
