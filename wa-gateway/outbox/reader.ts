import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import type { ProviderSession } from '../providers/provider.js'
import type { Outcome } from './lane.js'
import type { Records } from './records.js'
import type { ReportOnWork } from './requested-by.js'

interface Deps {
  readonly records: Pick<Records, 'messages'>
  readonly report: ReportOnWork
}

/**
 * Whether a message gets a receipt. An unreadable message is unread: once readable, the ticket's next receipt names it.
 * A message that came to another connection before its ticket moved here is unknown to this phone.
 */
const isForReceipt = ({ connectionId }: DueWorkDoc, message: MessageDoc): boolean =>
  message.connectionId === connectionId &&
  !message.fromMe &&
  !message.imported &&
  message.kind !== 'unreadable'

/** Reports that the receipts of a reading are given, or given up: `failed`. */
export const reportReceipts = async (
  work: DueWorkDoc,
  report: Deps['report'],
  failed = false,
): Promise<void> => {
  const { companyId, connectionId, ref, mark } = work
  if (mark === null) return
  const about = { companyId, connectionId, ticketId: Number(ref), upTo: mark }
  await report(work, { kind: 'receipts', ...about, ...(failed && { failed }) })
}

/** Gives read receipts and reports them. Idempotent: phones ignore a repetition. */
export const createReader =
  ({ records, report }: Deps) =>
  async (work: DueWorkDoc, line: ProviderSession | null): Promise<Outcome> => {
    if (line === null) return { kind: 'halt' }
    const found = await records.messages(work.messageIds ?? [])
    const targets = [...found.values()].filter((message) => isForReceipt(work, message))
    if (targets.length > 0) {
      const sent = await line.read(targets)
      if (!sent.ok) {
        if (sent.error.kind === 'offline') return { kind: 'halt' }
        return { kind: 'fault', code: sent.error.code, detail: sent.error.detail }
      }
    }
    await reportReceipts(work, report)
    return { kind: 'done' }
  }
