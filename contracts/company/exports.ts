import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Strict, Time } from '../envelope.js'

const Count = Type.Integer({ minimum: 0 })

/** Hours in which an export's file can be downloaded. */
export const EXPORT_HOURS = 24

/** State of a company's last export. */
export const ExportRecord = Strict({
  id: Type.String(),
  status: OneOf(['running', 'done', 'failed']),
  /** time of the request */
  startedAt: Time,
  /** records and files written so far, and the number of all records to write */
  rows: Count,
  files: Count,
  total: Count,
  /** for a finished export: size of its file in bytes, and end of the download */
  size: Nullable(Count),
  until: Nullable(Time),
  /** whether the caller may download the file: only the requester may, for a day */
  mine: Type.Boolean(),
})
export type ExportRecord = Static<typeof ExportRecord>
