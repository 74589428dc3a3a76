import { RECORDS, type RecordName, type Records } from '@guiche/contracts/records/index.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'
import { type RecordDecider, recordDecider, type SpecialRules } from './decide.js'
import { holidayDecisions } from './holidays.js'
import { queueOptionDecisions } from './queue-options.js'
import { scheduleDecisions } from './schedules.js'
import { tagDecisions } from './tags.js'
import { ticketViewDecisions } from './ticket-views.js'

const SPECIAL_RULES: { readonly [N in RecordName]?: SpecialRules<StoredRecord<Records[N]>> } = {
  tag: tagDecisions,
  queueOption: queueOptionDecisions,
  schedule: scheduleDecisions,
  holiday: holidayDecisions,
  ticketView: ticketViewDecisions,
}

/**
 * The deciders of all records, typed by their declarations: one instance each, so that the kernel's cache matches. For
 * code that works with any record there is `deciderOf`.
 */
export const deciders = Object.fromEntries(
  (Object.keys(RECORDS) as RecordName[]).map((name) => [
    name,
    // the special rules of a kind get only records of that kind
    recordDecider(RECORDS[name], SPECIAL_RULES[name] as SpecialRules | undefined),
  ]),
) as unknown as { readonly [N in RecordName]: RecordDecider<StoredRecord<Records[N]>> }

/** The decider of a record whose fields the caller knows by the declaration alone. */
export const deciderOf = (name: RecordName): RecordDecider => deciders[name] as unknown as RecordDecider
