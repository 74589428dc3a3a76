import { dueKindsAbout } from '@guiche/contracts/due-work/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { OLDEST_FIRST } from '@guiche/infra/records/documents.js'
import type { AreaDeps } from '../deps.js'
import { consequence } from '../kernel/consequence.js'
import { messageDecider } from './decide.js'

const PAGE = 200
const KINDS = dueKindsAbout('message')

/** Fails the pending work of a deleted connection. */
export const failOnDeleted = consequence<Pick<AreaDeps, 'documents'>>({
  name: 'fail-on-deleted',
  group: 'cascade',
  atOnce: true,
  harmless: ['ERR_NO_MESSAGE_FOUND', 'ERR_CONTACT_ERASED'],
  on: {
    'connection.deleted.v1': async ({ companyId, data: { connectionId } }, work, { documents }) => {
      await work.shown('due-work')
      const page = await documents.find('due-work', {
        where: { connectionId, kind: { in: KINDS }, since: { gt: work.after ?? '' } },
        sort: OLDEST_FIRST,
        limit: PAGE,
      })
      for (const { kind, ref, companyId: owner } of page) {
        if (owner !== companyId) continue
        const what = kind as (typeof KINDS)[number]
        const fail = { kind: 'fail', what, code: 'ERR_WAPP_DELETED' } as const
        await work.command(messageDecider, streams.message(ref), fail, kind)
      }
      return work.next(page.length < PAGE ? null : (page.at(-1)?.since ?? null))
    },
  },
})
