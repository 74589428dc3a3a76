import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Language } from '@guiche/contracts/languages.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { contactRoutes } from '@guiche/contracts/routes/contacts.js'
import type { QueryOf } from '@guiche/contracts/routes/route.js'
import { COUNT_CAP, SEARCH_CAP } from '@guiche/contracts/ticket/counts.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { ListedContact } from '@guiche/contracts/views/records.js'
import { wordsOf } from '@guiche/contracts/words/words.js'
import { type Cell, csvReply, csvTimes } from '@guiche/infra/csv.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { spacedNumber } from '@guiche/infra/phone.js'
import type { Condition, FindQuery } from '@guiche/infra/read-store/read-store.js'
import type { RouteDeps } from '../deps.js'
import { contactTextOf } from './contact-text.js'
import { FIRST_DAY, LAST_DAY, periodOf } from './days.js'
import { duplicatesOf } from './duplicates.js'
import { countsOfContact, galleryOf } from './gallery.js'
import { findPage, pageOf, searchPage } from './paging.js'
import { flagOf, textOf } from './params.js'

const PAGE = 30
/** Maximum of contacts in a list of options; users search for further ones. */
const LIST_LIMIT = 1000
const EXPORT_PAGE = 500
/** Maximum of newest tickets that the contacts of one page show together. */
const TICKETS_LISTED = 300
/** Maximum of tickets, and of files, in the history of one contact. */
const HISTORY = 30
const NEWEST_TICKETS = [
  ['updatedAt', -1],
  ['id', -1],
] as const
const SORT = [
  ['sortName', 1],
  ['id', 1],
] as const

const timezoneOf = async (records: RouteDeps['records'], companyId: number): Promise<string> =>
  (await records.company(companyId))?.timezone ?? 'UTC'

/** Contacts of one day (`date`), or of a period; either end may be open. */
const contactsMadeOn = async (
  records: RouteDeps['records'],
  companyId: number,
  query: QueryOf<(typeof contactRoutes)['GET /contacts/export']>,
): Promise<Result<{ createdAt?: Condition }, DomainError>> => {
  const first = textOf(query.date) ?? textOf(query.dateStart)
  const last = textOf(query.date) ?? textOf(query.dateEnd)
  if (first === null && last === null) return ok({})
  const period = periodOf(await timezoneOf(records, companyId), first ?? FIRST_DAY, last ?? LAST_DAY)
  return period === null ? err(domainError('ERR_VALIDATION', { field: 'date' })) : ok({ createdAt: period })
}

/** A condition for contacts who wrote first, or for added contacts, if requested. */
const leadsOf = ({ leads }: { leads?: string }): { imported?: Condition } =>
  flagOf(leads) ? { imported: null } : {}

/** All pages of a query, by name. */
async function* pagesByName(
  read: (page: Pick<FindQuery, 'sort' | 'limit' | 'after'>) => Promise<ContactDoc[]>,
): AsyncGenerator<ContactDoc> {
  for (let last: ContactDoc | undefined; ; ) {
    const after = last === undefined ? {} : { after: SORT.map(([field]) => (last as ContactDoc)[field]) }
    const page = await read({ sort: SORT, limit: EXPORT_PAGE, ...after })
    yield* page
    last = page.at(-1)
    if (last === undefined) return
  }
}

/** Columns of the exported file. The import recognises the titles of the first three in each language. */
const COLUMNS = ['name', 'number', 'email', 'username', 'group', 'createdAt', 'extraInfo'] as const

async function* rowsOf(
  contacts: AsyncIterable<ContactDoc>,
  timezone: string,
  language: Language,
): AsyncGenerator<Cell[]> {
  const moment = csvTimes(timezone)
  const { t } = wordsOf(language)
  yield COLUMNS.map((column) => t(`contacts:sheet.${column}`))
  for await (const { name, number, email, username, isGroup, createdAt, extraInfo } of contacts) {
    const more = extraInfo.map((info) => `${info.name}: ${info.value}`).join(' | ')
    // a group's id is not a number
    const phone = isGroup || number === null ? '' : spacedNumber(number)
    // without the @, which spreadsheets read as the start of a formula
    yield [name, phone, email, username ?? '', isGroup ? t('audit:yes') : '', moment(createdAt), more]
  }
}

/** The listed page: each contact with its newest tickets that the reader may open. */
const listedPage = async (
  { records, documents }: RouteDeps,
  caller: Caller,
  rows: readonly ContactDoc[],
): Promise<ListedContact[]> => {
  if (rows.length === 0) return []
  const found = await documents.find('tickets', {
    where: { companyId: caller.companyId, contactId: { in: rows.map((row) => row.contactId) } },
    sort: NEWEST_TICKETS,
    limit: TICKETS_LISTED,
  })
  const open = found.filter((ticket) => mayOpenTicket(caller, ticket))
  const tags = await documents.getMany('tags', [...new Set(open.flatMap(({ tagIds }) => tagIds))])
  return records.presentContacts(rows).map((contact) => {
    const own = open.filter((ticket) => ticket.contactId === contact.id)
    return {
      ...contact,
      tickets: own.map(({ ticketId, uuid, status, createdAt, updatedAt }) => ({
        ...{ id: ticketId, uuid, status, createdAt, updatedAt },
      })),
      tags: [...new Set(own.flatMap(({ tagIds }) => tagIds))].flatMap((id) => {
        const tag = tags.get(String(id))
        return tag === undefined ? [] : { id, name: tag.name, color: tag.color }
      }),
    }
  })
}

/** Merged contacts are not listed; their ids lead to the winner of the merge. */
export const contactQueries = (deps: RouteDeps): readonly Route[] => {
  const { records, documents } = deps
  const stayed = (companyId: number) => ({ companyId, mergedInto: null })
  const newestTickets = ({ companyId, contactId }: ContactDoc) =>
    documents.find('tickets', {
      where: { companyId, contactId },
      sort: NEWEST_TICKETS,
      limit: TICKETS_LISTED,
    })
  return serving('query', deps.guards)(contactRoutes, {
    'GET /contacts': async ({ caller, query }) => {
      const page = pageOf(query, PAGE, SORT.length)
      if (!page.ok) return page
      const { companyId } = caller
      const made = await contactsMadeOn(records, companyId, query)
      if (!made.ok) return made
      const narrowed = { ...made.value, ...leadsOf(query) }
      const text = await contactTextOf(records, companyId, query.searchParam)
      if (text !== null) {
        const where = { mergedInto: null, ...narrowed }
        const search = { companyId, text, where, sort: SORT, cap: SEARCH_CAP }
        const { rows, ...rest } = await searchPage(documents, 'contacts', search, page.value)
        return ok({ body: { contacts: await listedPage(deps, caller, rows), ...rest } })
      }
      const where = [{ ...stayed(companyId), ...narrowed }]
      const [{ rows, ...rest }, count] = await Promise.all([
        findPage(documents, 'contacts', { where, sort: SORT }, page.value),
        documents.count('contacts', where, COUNT_CAP),
      ])
      return ok({ body: { contacts: await listedPage(deps, caller, rows), count, ...rest } })
    },

    'GET /contacts/export': async ({ caller: { companyId }, query, language }) => {
      const made = await contactsMadeOn(records, companyId, query)
      if (!made.ok) return made
      const text = await contactTextOf(records, companyId, query.searchParam)
      const where = { mergedInto: null, ...made.value, ...leadsOf(query) }
      const contacts = pagesByName((page) =>
        text === null
          ? documents.find('contacts', { where: { companyId, ...where }, ...page })
          : documents.search('contacts', { companyId, text, where, ...page }),
      )
      const timezone = await timezoneOf(records, companyId)
      return ok(csvReply('contacts.csv', rowsOf(contacts, timezone, language)))
    },

    'GET /contacts/duplicates': async ({ caller: { companyId }, query }) => {
      const about =
        query.contactId === undefined ? null : await records.contact(companyId, Number(query.contactId))
      if (about === null && query.contactId !== undefined) return err(domainError('ERR_NO_CONTACT_FOUND'))
      return ok({ body: await duplicatesOf(deps, companyId, about) })
    },

    'GET /contacts/list': async ({ caller: { companyId }, query }) => {
      const text = await contactTextOf(records, companyId, query.name)
      const common = { where: stayed(companyId), sort: SORT, limit: LIST_LIMIT + 1 }
      const found =
        text === null
          ? await documents.find('contacts', common)
          : await documents.search('contacts', { ...common, companyId, text })
      const headers = { 'X-Has-More': String(found.length > LIST_LIMIT) }
      return ok({ body: records.presentContacts(found.slice(0, LIST_LIMIT)), headers })
    },

    'GET /contacts/:id/history': async ({ caller, params }) => {
      const { companyId } = caller
      const contact = await records.contact(companyId, params.id)
      if (contact === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
      const found = await newestTickets(contact)
      const open = found.filter((ticket) => mayOpenTicket(caller, ticket))
      const files = await documents.find('messages', {
        where: {
          companyId,
          ticketId: { in: open.map(({ ticketId }) => ticketId) },
          mediaState: 'stored',
          deleted: false,
        },
        sort: [['order', -1]],
        limit: HISTORY,
      })
      const [tickets, messages] = await Promise.all([
        records.presentTickets(open.slice(0, HISTORY)),
        records.presentMessages(files, (other) => mayOpenTicket(caller, other)),
      ])
      return ok({ body: { tickets, files: messages } })
    },

    'GET /contacts/:id/counts': async ({ caller, params }) => {
      const contact = await records.contact(caller.companyId, params.id)
      if (contact === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
      return ok({ body: await countsOfContact(deps, caller, contact, await newestTickets(contact)) })
    },

    'GET /contacts/:id/gallery': async ({ caller, params, query }) => {
      const page = pageOf(query, 0, 1)
      if (!page.ok) return page
      const contact = await records.contact(caller.companyId, params.id)
      if (contact === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
      return ok({
        body: await galleryOf(deps, caller, contact, {
          kind: query.kind ?? 'pictures',
          after: page.value.after,
        }),
      })
    },

    'GET /contacts/:id': async ({ caller: { companyId }, params }) => {
      const contact = await records.contact(companyId, params.id)
      const [record] = contact === null ? [] : records.presentContacts([contact])
      if (record === undefined) return err(domainError('ERR_NO_CONTACT_FOUND'))
      const connection =
        record.whatsappId === null ? null : await records.connection(companyId, record.whatsappId)
      const whatsapp =
        connection === null
          ? null
          : { id: connection.connectionId, name: connection.name, status: connection.status }
      return ok({ body: { ...record, whatsapp } })
    },
  })
}
