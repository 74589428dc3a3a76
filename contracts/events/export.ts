import { Type } from '@sinclair/typebox'
import { type EventsOf, Id, Strict, Time } from '../envelope.js'

const exportId = Type.String()
const Count = Type.Integer({ minimum: 0 })

/** Stream `export-{companyId}`: exports of a company's data, one at a time; numbers only. */
export const exportEvents = {
  /** `exportId` is also the file's name, so it cannot be guessed */
  'export.requested.v1': Strict({ exportId, userId: Id, at: Time }),
  'export.finished.v1': Strict({ exportId, size: Count, rows: Count, files: Count, until: Time }),
  /** `reason`: code of contracts/errors.ts, or the name of the exception */
  'export.failed.v1': Strict({ exportId, reason: Type.String() }),
  /** the export's file is removed */
  'export.deleted.v1': Strict({ exportId }),
} as const

export type ExportEvent = EventsOf<typeof exportEvents>
