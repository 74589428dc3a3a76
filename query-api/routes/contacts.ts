import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { Strict } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { ListedContact, ShownContact } from '@guiche/contracts/views/records.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { type Route, route } from '@guiche/infra/http/route.js'
import type { Condition } from '@guiche/infra/read-store/read-store.js'
import type { Static } from '@sinclair/typebox'
import type { RouteDeps } from '../deps.js'
import { periodOf } from './days.js'
import { COUNT_CAP, findPage, pageOf, searchPage } from './paging.js'
import { IdParams, optional, pagedQuery, textOf } from './params.js'

const PAGE = 30
/** Contacts in one pick list; who has more searches. */
const LIST_LIMIT = 1000
/** Search results are counted up to here. */
const SEARCH_CAP = 300
/** Tickets that the contacts of one page show together, the newest of all. */
const TICKETS_LISTED = 300
const FIRST_DAY = '1970-01-01'
const LAST_DAY = '9999-12-30'
const SORT = [
  ['sortName', 1],
  ['id', 1],
] as const

const ContactsQuery = pagedQuery({ date: optional.day, dateStart: optional.day, dateEnd: optional.day })

/** Contacts of one day (`date`), or from one day to another, both included; either end may be open. */
const madeOn = async (
  records: RouteDeps['records'],
  companyId: number,
  query: Static<typeof ContactsQuery>,
): Promise<Result<{ createdAt?: Condition }, DomainError>> => {
  const first = textOf(query.date) ?? textOf(query.dateStart)
  const last = textOf(query.date) ?? textOf(query.dateEnd)
  if (first === null && last === null) return ok({})
  const timezone = (await records.company(companyId))?.timezone ?? 'UTC'
  const period = periodOf(timezone, first ?? FIRST_DAY, last ?? LAST_DAY)
  return period === null ? err(domainError('ERR_VALIDATION', { field: 'date' })) : ok({ createdAt: period })
}

/** The page as it is listed: each contact with its newest tickets that the reader may open. */
const listed = async (
  { records, documents }: RouteDeps,
  caller: Caller,
  rows: readonly ContactDoc[],
): Promise<ListedContact[]> => {
  if (rows.length === 0) return []
  const found = await documents.find<TicketDoc>({
    collection: COLLECTIONS.tickets,
    where: { companyId: caller.companyId, contactId: { in: rows.map((row) => row.contactId) } },
    sort: [
      ['updatedAt', -1],
      ['id', -1],
    ],
    limit: TICKETS_LISTED,
  })
  const open = found.filter((ticket) => mayOpenTicket(caller, ticket))
  return records.presentContacts(rows).map((contact) => ({
    ...contact,
    tickets: open
      .filter((ticket) => ticket.contactId === contact.id)
      .map(({ ticketId, status, createdAt, updatedAt }) => ({ id: ticketId, status, createdAt, updatedAt })),
  }))
}

/** GET of contacts. Contacts that were merged away are not listed; their ids lead to the one that stayed. */
export const contactRoutes = (deps: RouteDeps): Route[] => {
  const { records, documents } = deps
  const stayed = (companyId: number) => ({ companyId, mergedInto: null })
  return [
    route(
      'GET /contacts',
      { query: ContactsQuery, views: ['contacts', 'companies', 'inbox'] },
      async ({ caller, query }) => {
        const page = pageOf(query, PAGE, SORT.length)
        if (!page.ok) return page
        const { companyId } = caller
        const made = await madeOn(records, companyId, query)
        if (!made.ok) return made
        const text = textOf(query.searchParam)
        const collection = COLLECTIONS.contacts
        const base = { collection, sort: SORT }
        if (text !== null) {
          const { rows, ...rest } = await searchPage<ContactDoc>(
            documents,
            { ...base, companyId, text, where: { mergedInto: null, ...made.value }, cap: SEARCH_CAP },
            page.value,
          )
          return ok({ body: { contacts: await listed(deps, caller, rows), ...rest } })
        }
        const where = [{ ...stayed(companyId), ...made.value }]
        const [{ rows, ...rest }, count] = await Promise.all([
          findPage<ContactDoc>(documents, { ...base, where }, page.value),
          documents.count({ collection, where, cap: COUNT_CAP }),
        ])
        return ok({ body: { contacts: await listed(deps, caller, rows), count, ...rest } })
      },
    ),

    route(
      'GET /contacts/list',
      { query: Strict({ name: optional.search, companyId: optional.ignored }), views: ['contacts'] },
      async ({ caller, query }) => {
        const text = textOf(query.name)
        const common = { collection: COLLECTIONS.contacts, sort: SORT, limit: LIST_LIMIT }
        const found =
          text === null
            ? await documents.find<ContactDoc>({ ...common, where: stayed(caller.companyId) })
            : await documents.search<ContactDoc>({
                ...common,
                companyId: caller.companyId,
                text,
                where: { mergedInto: null },
              })
        return ok({ body: records.presentContacts(found) })
      },
    ),

    route(
      'GET /contacts/:id',
      { params: IdParams, views: ['contacts', 'connections'] },
      async ({ caller, params }) => {
        const contact = await records.contact(caller.companyId, Number(params.id))
        if (contact === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
        const connection =
          contact.connectionId === null
            ? null
            : await records.connection(caller.companyId, contact.connectionId)
        const whatsapp =
          connection === null
            ? null
            : { id: connection.connectionId, name: connection.name, status: connection.status }
        const body: (ShownContact | undefined)[] = records
          .presentContacts([contact])
          .map((record) => ({ ...record, whatsapp }))
        return ok({ body: body[0] })
      },
    ),
  ]
}
