import { EXPORT_HOURS } from '@guiche/contracts/company/exports.js'
import { domainError } from '@guiche/contracts/errors.js'
import type { ExportEvent } from '@guiche/contracts/events/export.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { Decider } from '../../kernel/kernel.js'

const HOUR_MS = 3_600_000

/** The last export of a company (stream `export-{companyId}`), or null. */
export interface ExportState {
  readonly exportId: string
  readonly userId: number
  readonly at: string
  readonly status: 'running' | 'done' | 'failed' | 'deleted'
  readonly size: number
  readonly rows: number
  readonly files: number
  readonly until: string | null
}

export type ExportCommand =
  | { readonly kind: 'request'; readonly exportId: string; readonly userId: number }
  | {
      readonly kind: 'finish'
      readonly exportId: string
      readonly size: number
      readonly rows: number
      readonly files: number
    }
  | { readonly kind: 'fail'; readonly exportId: string; readonly reason: string }
  | { readonly kind: 'delete'; readonly exportId: string }

const stateAfter = (state: ExportState | null, event: ExportEvent): ExportState | null => {
  if (event.type === 'export.requested.v1') {
    return { ...event.data, status: 'running', size: 0, rows: 0, files: 0, until: null }
  }
  // events of earlier exports do not change the state of the latest one
  if (state?.exportId !== event.data?.exportId) return state
  switch (event.type) {
    case 'export.finished.v1':
      return state && { ...state, ...event.data, status: 'done' }
    case 'export.failed.v1':
      return state && { ...state, status: 'failed' }
    case 'export.deleted.v1':
      return state && { ...state, status: 'deleted' }
    default:
      return state
  }
}

/**
 * One export runs at a time. A finished or failed export neither finishes nor fails again. Removing an export's file
 * may be repeated. Errors: ERR_EXPORT_RUNNING.
 */
export const exportDecider: Decider<ExportState | null, ExportCommand, ExportEvent> = {
  initial: null,
  evolve: stateAfter,
  decide: (state, command, time) => {
    const { exportId } = command
    const isRunning = state?.exportId === exportId && state.status === 'running'
    switch (command.kind) {
      case 'request':
        if (state?.status === 'running') return err(domainError('ERR_EXPORT_RUNNING'))
        return ok([{ type: 'export.requested.v1', data: { exportId, userId: command.userId, at: time } }])
      case 'finish': {
        const { size, rows, files } = command
        const until = new Date(Date.parse(time) + EXPORT_HOURS * HOUR_MS).toISOString()
        return ok(
          isRunning ? [{ type: 'export.finished.v1', data: { exportId, size, rows, files, until } }] : [],
        )
      }
      case 'fail':
        return ok(isRunning ? [{ type: 'export.failed.v1', data: { exportId, reason: command.reason } }] : [])
      case 'delete':
        return ok([{ type: 'export.deleted.v1', data: { exportId } }])
    }
  },
}
