import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Strict, Time } from './envelope.js'

const Count = Type.Integer({ minimum: 0 })

/** For how long the file of an export can be fetched, in hours. */
export const EXPORT_HOURS = 24

/** How the last export of a company stands. */
export const ExportRecord = Strict({
  id: Type.String(),
  status: OneOf(['running', 'done', 'failed']),
  /** when it was asked for */
  startedAt: Time,
  /** records and files that are written by now, and all records that there were to write */
  rows: Count,
  files: Count,
  total: Count,
  /** of one that is done: bytes of its file, and until when it can be fetched */
  size: Nullable(Count),
  until: Nullable(Time),
  /** whether the caller may fetch it: whoever asked for it may, for a day */
  mine: Type.Boolean(),
})
export type ExportRecord = Static<typeof ExportRecord>
