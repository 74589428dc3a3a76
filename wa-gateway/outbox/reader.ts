import type { Report } from '@guiche/contracts/reports.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import type { Fence, Vault } from '@guiche/infra/vault/vault.js'
import type { ProviderSession } from '../providers/provider.js'
import type { Outcome } from './lane.js'
import type { Records } from './records.js'

interface Deps {
  readonly records: Pick<Records, 'messages'>
  readonly vault: Vault
  readonly report: (report: Report) => Promise<void>
}

const keyOf = (connectionId: number): string => `wa/${connectionId}/read-up-to`

/** What cannot be read here was read by nobody; once it can be, the next receipt of its ticket names it again. */
const isForReceipt = ({ fromMe, imported, kind }: MessageDoc): boolean =>
  !fromMe && !imported && kind !== 'unreadable'

/**
 * Read receipts. That they were given is reported, and the position up to which they were is kept here, so that none is
 * sent twice while the view still shows it.
 */
export const createReader = ({ records, vault, report }: Deps) => ({
  after: async (connectionId: number): Promise<string> =>
    (await vault.getMany([keyOf(connectionId)])).get(keyOf(connectionId))?.value.toString() ?? '',
  remember: async (connectionId: number, position: string, fence: Fence | undefined): Promise<void> => {
    await vault.commit([{ key: keyOf(connectionId), value: Buffer.from(position) }], fence)
  },
  /** A receipt that fails is given up: nobody waits for it. */
  perform: async (work: DueWorkDoc, line: ProviderSession | null): Promise<Outcome> => {
    if (line === null) return { kind: 'halt' }
    const found = await records.messages(work.messageIds ?? [])
    const targets = [...found.values()].filter(isForReceipt)
    if (targets.length > 0) {
      const sent = await line.read(targets)
      if (!sent.ok && sent.error.kind === 'offline') return { kind: 'halt' }
    }
    const { companyId, connectionId, ref, mark } = work
    if (mark !== null) {
      await report({ kind: 'receipts', companyId, connectionId, ticketId: Number(ref), upTo: mark })
    }
    return { kind: 'done' }
  },
})
