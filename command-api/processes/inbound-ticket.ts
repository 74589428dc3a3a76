import type { ReportOf } from '@guiche/contracts/reports.js'
import { SETTINGS, type SettingKey } from '@guiche/contracts/settings.js'
import type { FoundContact } from '../contact/identities.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { createAdopt } from '../ticket/adopt.js'
import { createOpenFor, type OpenForDeps } from '../ticket/open-for.js'
import { mayResume, type TicketState } from '../ticket/state.js'
import { createRatingQuestion } from './rating-question.js'

export type InboundTicketDeps = OpenForDeps &
  Pick<AreaDeps, 'clock'> & { readonly activeTickets: ActiveTickets }

export const settingOf = (
  company: { settings: Readonly<Record<string, string>> } | null,
  key: SettingKey,
): string => company?.settings[key] ?? SETTINGS[key].default

/** The ticket of a message from the gateway: the contact's active ticket, a reopened one, or a new one. */
export const createInboundTicket = (deps: InboundTicketDeps) => {
  const { records, clock } = deps
  const openFor = createOpenFor(deps)
  const adopt = createAdopt(deps)
  const question = createRatingQuestion(deps)

  return async (report: ReportOf<'message'>, contact: FoundContact, queueId: number | null, meta: Meta) => {
    const { companyId, connectionId } = report
    const company = await records.company(companyId)
    const { contactId } = contact
    const key = { companyId, contactId, connectionId }
    const now = clock.now().toISOString()
    const window = Number(settingOf(company, 'reopenWindowMinutes'))
    const onClosed = async (closed: TicketState) => {
      if (await question.isFor(closed, report)) return 'stay'
      if (!mayResume(closed, now, window)) return 'open'
      // own and imported messages need no attendance
      return report.fromMe || report.imported ? 'stay' : 'resume'
    }
    return openFor(
      {
        contactId,
        isGroup: contact.state.isGroup,
        imported: report.imported,
        byMessage: true,
        ...(report.details?.of === 'ad' && { origin: 'ad' as const }),
        to: { status: 'pending', userId: null, queueId, connectionId },
      },
      { onActive: 'use', onFull: 'wait', onClosed, adopt: () => adopt(key, meta) },
      followUp(meta, 'ticket'),
    )
  }
}
