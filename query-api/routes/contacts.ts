import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { Strict } from '@guiche/contracts/envelope.js'
import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import { type Route, route } from '@guiche/infra/http/route.js'
import type { RouteDeps } from '../deps.js'
import { COUNT_CAP, findPage, pageOf, searchPage } from './paging.js'
import { IdParams, optional, pagedQuery, textOf } from './params.js'

const PAGE = 30
/** Contacts in one pick list; who has more searches. */
const LIST_LIMIT = 1000
/** Search results are counted up to here. */
const SEARCH_CAP = 300
const SORT = [
  ['sortName', 1],
  ['id', 1],
] as const

/** GET of contacts. Contacts that were merged away are not listed; their ids lead to the one that stayed. */
export const contactRoutes = ({ records, documents }: RouteDeps): Route[] => {
  const stayed = (companyId: number) => ({ companyId, mergedInto: null })
  return [
    route(
      'GET /contacts',
      {
        query: pagedQuery({ date: optional.ignored, dateStart: optional.ignored, dateEnd: optional.ignored }),
        views: ['contacts'],
      },
      async ({ caller, query }) => {
        const page = pageOf(query, PAGE, SORT.length)
        if (!page.ok) return page
        const { companyId } = caller
        const text = textOf(query.searchParam)
        const collection = COLLECTIONS.contacts
        const base = { collection, sort: SORT }
        if (text !== null) {
          const { rows, ...rest } = await searchPage<ContactDoc>(
            documents,
            { ...base, companyId, text, where: { mergedInto: null }, cap: SEARCH_CAP },
            page.value,
          )
          return ok({ body: { contacts: records.presentContacts(rows), ...rest } })
        }
        const where = [stayed(companyId)]
        const [{ rows, ...rest }, count] = await Promise.all([
          findPage<ContactDoc>(documents, { ...base, where }, page.value),
          documents.count({ collection, where, cap: COUNT_CAP }),
        ])
        return ok({ body: { contacts: records.presentContacts(rows), count, ...rest } })
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

    route('GET /contacts/:id', { params: IdParams, views: ['contacts'] }, async ({ caller, params }) => {
      const contact = await records.contact(caller.companyId, Number(params.id))
      if (contact === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
      return ok({ body: records.presentContacts([contact])[0] })
    }),
  ]
}
