import { FILTER_NAMES, type FilterName, TICKET_FILTERS } from '@guiche/contracts/ticket-lists/filters.js'
import type { ListReader } from '@guiche/contracts/ticket-lists/lists.js'
import {
  type TicketView,
  VIEW_FIELDS,
  type ViewedList,
  viewFor,
} from '@guiche/contracts/ticket-lists/views.js'
import { type ChosenFilters, NO_FILTERS } from '../model/chosen-filters.js'

type Status = ViewedList['status']

/** The choice of filters of a view. */
export const chosenBy = ({ values }: ViewedList): ChosenFilters => ({
  ...NO_FILTERS,
  ...(values as Partial<ChosenFilters>),
})

/** A view, and the list where it was chosen. */
export interface ViewOfTab {
  readonly id: number
  readonly tab: string
}

/** Values in a fixed order, so that equal choices are equal texts. */
const canonicalText = (name: FilterName, chosen: ChosenFilters): string => {
  const value = chosen[name]
  return JSON.stringify(typeof value === 'object' ? [...value].map(String).sort() : value)
}
/** Whether two choices are equal. */
export const isSameChoice = (a: ChosenFilters, b: ChosenFilters): boolean =>
  FILTER_NAMES.every((name) => canonicalText(name, a) === canonicalText(name, b))

type Body = Readonly<Record<string, unknown>>
const valueInBody = (name: FilterName, value: unknown): unknown =>
  TICKET_FILTERS[name].kind === 'day' && value === '' ? null : value

/** The body of a view for this list and choice. Pure. */
export const bodyOfChoice = (status: Status, chosen: ChosenFilters): Body => ({
  status,
  ...Object.fromEntries(FILTER_NAMES.map((name) => [VIEW_FIELDS[name], valueInBody(name, chosen[name])])),
})

type Ids = readonly number[]
/** Ids of a view after a reader's change: hidden and deleted ids stay. */
const keptIds = (stored: Ids, shown: Ids, chosen: Ids): Ids => [
  ...stored.filter((id) => chosen.includes(id) || !shown.includes(id)),
  ...chosen.filter((id) => !stored.includes(id)),
]

/**
 * The body that saves a reader's change into a view: only the changed fields, because a view may have values
 * that its reader does not see. Pure.
 */
export const bodyOfKept = (
  view: TicketView,
  reader: Pick<ListReader, 'profile' | 'queueIds'>,
  { status, chosen }: { readonly status: Status; readonly chosen: ChosenFilters },
): Body => {
  const list = viewFor(view, reader)
  if (list === null) return {}
  const shown = chosenBy(list)
  const changed = FILTER_NAMES.filter((name) => canonicalText(name, shown) !== canonicalText(name, chosen))
  return {
    ...(status !== view.status && { status }),
    ...Object.fromEntries(
      changed.map((name) => {
        const field = VIEW_FIELDS[name]
        const value =
          TICKET_FILTERS[name].kind === 'ids'
            ? keptIds(view[field] as Ids, shown[name] as Ids, chosen[name] as Ids)
            : valueInBody(name, chosen[name])
        return [field, value]
      }),
    ),
  }
}

/**
 * The chosen view; it stays chosen while its filters change, so that the change can be saved. An empty choice
 * or another list leaves the view. Pure.
 */
export const lastView = (
  last: ViewOfTab | null,
  { exact, tab, count }: { readonly exact: number | null; readonly tab: string; readonly count: number },
): ViewOfTab | null => {
  if (exact !== null) return last?.id === exact && last.tab === tab ? last : { id: exact, tab }
  return count === 0 || last?.tab !== tab ? null : last
}
