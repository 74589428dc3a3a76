import type { Company } from '@guiche/contracts/company/company.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { CompanyEvent } from '@guiche/contracts/events/company.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { DueDateSettings } from '@guiche/contracts/subscription/due-date-settings.js'
import {
  endOfUnblocking,
  mayUnblock,
  standingAt,
  subscriptionStepsOf,
} from '@guiche/contracts/subscription/standing.js'

/**
 * Unblocks a company for a while after its due date. Pure. Errors: ERR_COMPANY_NOT_BLOCKED,
 * ERR_COMPANY_BLOCKED (by the platform), ERR_ALREADY_UNBLOCKED (once for each due date).
 */
export const unblockCompany = (
  company: Company,
  now: Date,
  settings: DueDateSettings,
): Result<readonly CompanyEvent[], DomainError> => {
  const { companyId, dueDate } = company
  const standing = standingAt(subscriptionStepsOf(company, settings), now.getTime())
  if (standing.standing !== 'blocked') return err(domainError('ERR_COMPANY_NOT_BLOCKED'))
  if (standing.why === 'closed' || dueDate === null) return err(domainError('ERR_COMPANY_BLOCKED'))
  if (!mayUnblock(company, standing)) return err(domainError('ERR_ALREADY_UNBLOCKED'))
  const until = endOfUnblocking(now.getTime())
  return ok([{ type: 'company.unblocked.v1', data: { companyId, dueDate, until } }])
}
