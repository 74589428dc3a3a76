import { FILTER_NAMES, TICKET_FILTERS } from '@guiche/contracts/ticket-lists/filters.js'
import { VIEW_FIELDS, type ViewedList } from '@guiche/contracts/ticket-lists/views.js'
import { type Chosen, NOTHING } from '../model/chosen.js'

type Status = ViewedList['status']

/** What a view chooses in the panel of filters. */
export const chosenBy = ({ values }: ViewedList): Chosen => ({ ...NOTHING, ...(values as Partial<Chosen>) })

/** Values in one order, so that the same choice is the same text. */
const plain = (chosen: Chosen): string =>
  JSON.stringify(
    FILTER_NAMES.map((name) => {
      const value = chosen[name]
      return typeof value === 'object' ? [...value].map(String).sort() : value
    }),
  )
/** Whether two choices ask for the same. */
export const isSameChoice = (a: Chosen, b: Chosen): boolean => plain(a) === plain(b)

/** What is said of a view that keeps this list and this choice. */
export const bodyOfChoice = (status: Status, chosen: Chosen): Readonly<Record<string, unknown>> => ({
  status,
  ...Object.fromEntries(
    FILTER_NAMES.map((name) => {
      const value = chosen[name]
      return [VIEW_FIELDS[name], TICKET_FILTERS[name].kind === 'day' && value === '' ? null : value]
    }),
  ),
})
