import type { RecordName } from '@guiche/contracts/records/index.js'
import { absentConnection } from '../connections/absent-connection.js'
import type { AbsentIn } from '../kernel/named-ids.js'
import { absentRecord } from '../records/absent-record.js'
import { absentUser } from '../user/absent-user.js'

/** Kinds that are no records. Contacts and tickets are resolved elsewhere, because of merges and rights. */
const ABSENT_NON_RECORDS: Readonly<Record<string, AbsentIn>> = {
  user: absentUser,
  connection: absentConnection,
}

/** Checks whether the company has the things of this subject with these ids. */
export const absentOf = (to: string): AbsentIn => ABSENT_NON_RECORDS[to] ?? absentRecord(to as RecordName)
