import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import { SETTINGS, type SettingKey } from '@guiche/contracts/settings/settings.js'
import type { FoundContact } from '../contact/identities.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import type { ActiveTickets, TicketResult } from '../ticket/active-tickets.js'
import type { OpenFor } from '../ticket/open-for.js'
import { mayResume, type TicketState } from '../ticket/state.js'
import { isRatingReply } from './rating-question.js'

export interface InboundTicketDeps extends Pick<AreaDeps, 'kernel' | 'records' | 'clock'> {
  readonly activeTickets: ActiveTickets
  readonly openFor: OpenFor
}

export const settingOf = (
  company: { settings: Readonly<Record<string, string>> } | null,
  key: SettingKey,
): string => company?.settings[key] ?? SETTINGS[key].default

/** The ticket of a message from the gateway: the contact's active ticket, a reopened one, or a new one. */
export const ticketForMessage = async (
  deps: InboundTicketDeps,
  report: ReportOf<'message'>,
  contact: FoundContact,
  queueId: number | null,
  meta: Meta,
): Promise<TicketResult> => {
  const { kernel, records, clock, openFor } = deps
  const { companyId, connectionId } = report
  const company = await records.company(companyId)
  const { contactId } = contact
  const now = clock.now().toISOString()
  const window = Number(settingOf(company, 'reopenWindowMinutes'))
  const onClosed = async (closed: TicketState) => {
    if (await isRatingReply(kernel, closed, report)) return 'stay'
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
    { onActive: 'use', onFull: 'wait', onClosed, adopt: meta },
    followUp(meta, 'ticket'),
  )
}
