import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Handled, Kernel, Meta } from '../kernel/kernel.js'
import { connectionsDecider } from './decide.js'
import { type SessionState, sessionDecider } from './session.js'

/**
 * Handles a gateway's report on a connection's status. Untrusted: ERR_NO_WAPP_FOUND for a connection that the company
 * does not have. `meta.companyId` is the report's.
 */
export const handleConnectionReport = async (
  kernel: Kernel,
  report: ReportOf<'connection'>,
  meta: Meta,
): Promise<Result<Handled<SessionState>, DomainError>> => {
  const { companyId, connectionId, status, reason, number, retries } = report
  const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
  if (!state.all.has(connectionId)) return err(domainError('ERR_NO_WAPP_FOUND'))
  const command = { kind: 'report', connectionId, status, reason, number, retries } as const
  return kernel.execute(sessionDecider, streams.connection(connectionId), command, meta)
}
