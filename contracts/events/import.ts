import { Type } from '@sinclair/typebox'
import { type EventsOf, Strict } from '../envelope.js'
import { ImportRecord } from '../imports.js'

const { id: importId, source, total: rows, created, existed, invalid, duplicates } = ImportRecord.properties

/**
 * Stream `import-{companyId}`: the imports of a company, one at a time; numbers only. Rows stand in the vault until they
 * are done. An import of before has a stream of its own, `import-{importId}`.
 */
export const importEvents = {
  'import.requested.v1': Strict({ importId, source, rows }),
  'import.finished.v1': Strict({ importId, created, existed, invalid, duplicates }),
  /** what was imported stays */
  'import.cancelled.v1': Strict({ importId }),
  /** what was imported stays; `reason`: code of contracts/errors.ts, or the name of what was thrown */
  'import.failed.v1': Strict({ importId, reason: Type.String() }),
} as const

export type ImportEvent = EventsOf<typeof importEvents>
