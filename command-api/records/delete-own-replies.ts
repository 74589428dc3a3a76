import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { removeFormer } from '../files/former.js'
import { consequence } from '../kernel/consequence.js'
import { deciders } from './deciders.js'

/**
 * Nobody else sees a user's own quick replies, so they go with the user, as if deleted by that user. Their files go too,
 * also those of an earlier try that ended before it came to them.
 */
export const deleteOwnReplies = consequence<Pick<AreaDeps, 'kernel' | 'blobs'>>({
  name: 'delete-own-replies',
  group: 'cascade',
  atOnce: true,
  harmless: ['ERR_NO_QUICKMESSAGE_FOUND'],
  on: {
    'user.deleted.v1': async ({ companyId, data: { userId } }, work, { kernel, blobs }) => {
      const stream = streams.records('quick-messages', companyId)
      const decider = deciders.quickmessage
      const caller = { companyId, userId, profile: 'user', super: false } as const
      const { records } = (await kernel.load(decider, stream)).state
      for (const [id, reply] of records) {
        if (reply.userId !== userId || reply.geral === 1) continue
        await work.command(decider, stream, { kind: 'delete', id, caller }, id)
      }
      const { state } = await kernel.load(decider, stream)
      const gone = [...state.formerFiles.keys()].filter((id) => !state.records.has(id))
      for (const id of gone) await removeFormer(blobs, state.formerFiles, id)
    },
  },
})
