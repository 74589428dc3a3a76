import type { TicketStatus } from '../events/ticket.js'
import type { ShownRecord } from '../records/shapes.js'
import type { ticketView } from '../records/ticket-view.js'
import { FILTER_NAMES, type FilterName, type FilterValues, filtersOf, TICKET_FILTERS } from './filters.js'
import type { ListReader } from './lists.js'

/** A named view of the ticket lists, as clients see it. */
export type TicketView = ShownRecord<typeof ticketView>
/** The list and the filters of a view. */
export interface ViewedList {
  readonly status: TicketStatus
  readonly values: FilterValues
}

/** Filters whose field in a view has another name. */
const OTHER_FIELDS = { tags: 'tagIds', users: 'userIds', connections: 'connectionIds' } as const
type OtherFields = typeof OTHER_FIELDS
type ViewFields = { readonly [N in FilterName]: N extends keyof OtherFields ? OtherFields[N] : N }
/** The field of a view for each filter. A filter without its field in `records/ticket-view.ts` does not compile. */
export const VIEW_FIELDS = {
  ...Object.fromEntries(FILTER_NAMES.map((name) => [name, name])),
  ...OTHER_FIELDS,
} as ViewFields satisfies { readonly [N in FilterName]: keyof (typeof ticketView)['fields'] }

type ShownValues = Readonly<Record<string, unknown>>
const namedIn = (view: TicketView, name: FilterName): readonly { readonly id: number }[] =>
  (view as ShownValues)[VIEW_FIELDS[name].replace(/Ids$/, 's')] as readonly { readonly id: number }[]

/** Filters of a view whose things are all deleted; these filters have no effect. */
export const filtersWithDeleted = (view: TicketView): readonly FilterName[] =>
  filtersOf('ids').filter(
    (name) =>
      ((view as ShownValues)[VIEW_FIELDS[name]] as readonly number[]).length > namedIn(view, name).length,
  )

const valueIn = (view: TicketView, name: FilterName): unknown => {
  const { kind } = TICKET_FILTERS[name]
  if (kind === 'ids') return namedIn(view, name).map(({ id }) => id)
  const value = (view as ShownValues)[name]
  return kind === 'day' ? (value ?? '') : value
}
const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

/** Shows admins everybody's tickets if the filter names another agent than the reader. */
export const widenForAgent = <V extends FilterValues>(values: V, isAdmin: boolean) => ({
  ...values,
  showAll: isAdmin && (values.showAll === true || values.users !== undefined),
})

/**
 * The list of a view for a reader, limited to the reader's own queues. Null if the view is not for the
 * reader: only admins may filter by agents, and the other queues are not the reader's.
 */
export const viewFor = (
  view: TicketView,
  { profile, queueIds }: Pick<ListReader, 'profile' | 'queueIds'>,
): ViewedList | null => {
  const isAdmin = profile === 'admin'
  const values: Partial<Record<FilterName, unknown>> = {}
  for (const name of FILTER_NAMES) {
    const value = valueIn(view, name)
    if (isEmpty(value)) continue
    const { kind, offeredTo } = TICKET_FILTERS[name]
    if (isAdmin || (offeredTo === 'everybody' && name !== 'queueIds')) values[name] = value
    else if (name === 'queueIds') {
      const own = (value as readonly number[]).filter((id) => queueIds.includes(id))
      if (own.length === 0) return null
      values[name] = own
    } else if (kind === 'ids') return null
  }
  return { status: view.status, values: values as FilterValues }
}
