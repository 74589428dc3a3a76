import {
  fieldSetType,
  TICKET_FIELD_NAMES,
  type TicketFieldSet,
  type TicketValues,
  ticketValuesOf,
  valueSetBy,
} from '@guiche/contracts/events/ticket-fields.js'
import { urgencyOf } from '@guiche/contracts/ticket/priority.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { allRules, type EventOf, type Rule, type Rules, updateRule } from '../engine/projection.js'

/** Adds values set on a ticket, and their sort keys. */
export const withValues = (
  values: Partial<TicketValues>,
): Required<Pick<TicketDoc, keyof TicketValues | 'urgency'>> => {
  const whole = ticketValuesOf(values)
  return { ...whole, urgency: urgencyOf(whole.priority) }
}

type SetType = TicketFieldSet['type']
/** The ticket keeps its place in lists and its waiting time. */
const setIn = (collection: 'tickets' | 'opening'): Rule<SetType> =>
  updateRule(
    collection,
    (event: EventOf<SetType>) => event.data.ticketId,
    (doc, event) => ({ ...doc, ...withValues({ ...doc, ...valueSetBy(event) }), position: event.position }),
  )
const fieldSet = allRules(setIn('tickets'), setIn('opening'))

/** The values set on a ticket, also before the ticket is shown. */
export const fieldsSet = Object.fromEntries(
  TICKET_FIELD_NAMES.map((name) => [fieldSetType(name), fieldSet]),
) as unknown as Rules<SetType>
