import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { pause } from '@guiche/infra/retry.js'
import type { FileTurns } from '../media/file-turns.js'
import { MAX_INBOUND, type Pace, storeMedia } from '../media/inbound.js'
import type { ProviderSession } from '../providers/provider.js'
import type { Outcome } from './lane.js'
import { createPreparation } from './preparation.js'
import type { Records } from './records.js'
import type { ReportOnWork } from './requested-by.js'

interface Deps {
  readonly records: Pick<Records, 'messages'>
  readonly blobs: Blobs
  readonly report: ReportOnWork
  readonly turns: FileTurns
  /** files of one connection that are fetched at the same time */
  readonly atOnce: number
  readonly pace?: Pace
}

const MISSING_MS = 200

/** Downloads files of received messages, a few at once, so that large files do not delay small ones. */
export const createFetcher = ({ records, blobs, report, turns, atOnce, pace }: Deps) => {
  const beside = createPreparation({ blobs, atOnce, whenFull: 'halt', code: 'ERR_WAPP_DOWNLOAD_MEDIA' })

  const fetch = async (work: DueWorkDoc, message: MessageDoc, line: ProviderSession): Promise<Outcome> => {
    const upTo = (bytes: number) => turns(work, bytes, () => storeMedia(line, blobs, message, bytes, pace))
    // a sender may say nothing, or too little
    const said = message.media?.size ?? 0
    const stored = (said > 0 && said < MAX_INBOUND ? await upTo(said) : null) ?? (await upTo(MAX_INBOUND))
    if (stored === null) return { kind: 'failed', code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail: 'too large' }
    if (!stored.ok) {
      const { error } = stored
      if (error.kind === 'offline') return { kind: 'halt' }
      const kind = error.kind === 'fault' ? 'fault' : 'failed'
      return { kind, code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail: error.detail }
    }
    const { companyId, connectionId, ref } = work
    const { fromMe, waId } = message
    await report(work, {
      kind: 'media',
      companyId,
      connectionId,
      fromMe,
      waId,
      messageId: ref,
      media: stored.value,
    })
    return { kind: 'done' }
  }

  return {
    perform: async (work: DueWorkDoc, line: ProviderSession | null): Promise<Outcome> => {
      if (line === null) return { kind: 'halt' }
      const message = (await records.messages([work.ref])).get(work.ref)
      if (message === undefined) return { kind: 'aside', ready: pause(MISSING_MS) }
      const thing = { id: `${work.id}@${work.since}`, connectionId: work.connectionId }
      return beside(thing, line, () => fetch(work, message, line)) ?? { kind: 'done' }
    },
    idle: beside.idle,
  }
}
