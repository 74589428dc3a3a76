import { Type } from '@sinclair/typebox'
import { ImportRecord } from '../contact/imports.js'
import { type EventsOf, Strict } from '../envelope.js'

const { id: importId, source, total: rows, created, existed, invalid, duplicates } = ImportRecord.properties

/**
 * Stream `import-{companyId}`: a company's contact imports, one at a time, numbers only. Rows stay in the
 * vault until they are processed. An import of an earlier release has the stream `import-{importId}`.
 */
export const importEvents = {
  'import.requested.v1': Strict({ importId, source, rows }),
  'import.finished.v1': Strict({ importId, created, existed, invalid, duplicates }),
  /** imported contacts stay */
  'import.cancelled.v1': Strict({ importId }),
  /** imported contacts stay; `reason`: code of contracts/errors.ts, or name of the thrown error */
  'import.failed.v1': Strict({ importId, reason: Type.String() }),
} as const

export type ImportEvent = EventsOf<typeof importEvents>
