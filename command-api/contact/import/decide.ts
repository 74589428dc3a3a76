import type { ImportRecord } from '@guiche/contracts/contact/imports.js'
import { domainError } from '@guiche/contracts/errors.js'
import type { ImportEvent } from '@guiche/contracts/events/import.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { Decider } from '../../kernel/kernel.js'

type ImportDataOf<T extends ImportEvent['type']> = Extract<ImportEvent, { type: T }>['data']

/** The last import of a company, or null. */
export type ImportState = Pick<ImportRecord, 'status'> & { readonly importId: string }

export type ImportCommand =
  | { readonly kind: 'request'; readonly data: ImportDataOf<'import.requested.v1'> }
  | { readonly kind: 'finish'; readonly data: ImportDataOf<'import.finished.v1'> }
  | { readonly kind: 'cancel'; readonly data: ImportDataOf<'import.cancelled.v1'> }
  | { readonly kind: 'fail'; readonly data: ImportDataOf<'import.failed.v1'> }

const STATUS = {
  'import.requested.v1': 'running',
  'import.finished.v1': 'done',
  'import.cancelled.v1': 'cancelled',
  'import.failed.v1': 'failed',
} as const satisfies Record<ImportEvent['type'], ImportRecord['status']>

/**
 * Contact imports of a company (stream `import-{companyId}`), one at a time. A finished import neither finishes nor
 * fails again; a repeated cancel changes nothing. Errors: ERR_IMPORT_RUNNING, ERR_IMPORT_OVER.
 */
export const importDecider: Decider<ImportState | null, ImportCommand, ImportEvent> = {
  initial: null,
  evolve: (state, { type, data }) =>
    Object.hasOwn(STATUS, type) ? { importId: data.importId, status: STATUS[type] } : state,
  decide: (state, command) => {
    const { importId } = command.data
    const status = state?.importId === importId ? state.status : null
    switch (command.kind) {
      case 'request':
        if (state?.status === 'running') return err(domainError('ERR_IMPORT_RUNNING'))
        return ok([{ type: 'import.requested.v1', data: command.data }])
      case 'finish':
        return ok(status === 'running' ? [{ type: 'import.finished.v1', data: command.data }] : [])
      case 'fail':
        return ok(status === 'running' ? [{ type: 'import.failed.v1', data: command.data }] : [])
      case 'cancel':
        if (status === 'running') return ok([{ type: 'import.cancelled.v1', data: command.data }])
        return status === 'cancelled' ? ok([]) : err(domainError('ERR_IMPORT_OVER'))
    }
  },
  // every event has the whole state
  fromEnd: (last) => last.length > 0,
}
