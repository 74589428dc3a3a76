import { RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import { type RecordDecider, recordDecider, type Special } from './decide.js'
import { scheduleDecisions } from './schedules.js'
import { tagDecisions } from './tags.js'

const SPECIAL: { readonly [N in RecordName]?: Special } = {
  tag: tagDecisions,
  schedule: scheduleDecisions,
}

/** The deciders of all records: one each, so that the kernel knows their states again. */
export const deciders = Object.fromEntries(
  (Object.keys(RECORDS) as RecordName[]).map((name) => [name, recordDecider(RECORDS[name], SPECIAL[name])]),
) as Readonly<Record<RecordName, RecordDecider>>
