import type { Records } from '@guiche/contracts/records/index.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'
import { MOST_VIEWS } from '@guiche/contracts/records/ticket-view.js'
import { foldCase, type SpecialRules } from './decide.js'

type View = StoredRecord<Records['ticketView']>

/** Whether two views are offered to the same people: the whole team, or their one author. */
const standTogether = (a: View, b: View): boolean =>
  a.team === b.team && (a.team === 1 || a.userId === b.userId)

/** Views with equal names for the same people are refused, and so are views beyond the limit. */
export const ticketViewDecisions: SpecialRules<View> = {
  isTaken: (other, data) => standTogether(other, data) && foldCase(other.name) === foldCase(data.name),
  arrange: (records, id, data) => {
    if (data === null) return { stored: [], gone: [id] }
    const others = [...records.values()].filter(
      (other) => other.ticketViewId !== id && standTogether(other, data),
    )
    const before = records.get(id)
    const isNewHere = before === undefined || !standTogether(before, data)
    return isNewHere && others.length >= MOST_VIEWS
      ? { misplaced: 'name', details: { limit: MOST_VIEWS } }
      : { stored: [data], gone: [] }
  },
}
