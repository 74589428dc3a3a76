import { pluck } from '@guiche/contracts/pick.js'
import type { NoteRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback, useState } from 'react'
import { useAppDispatch } from '../../base/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { givenWasSeen, mentionsWereSeen } from '../../theme/preferences.js'
import { inboxApi } from './api.js'

/** Maximum of concurrent requests. */
const AT_ONCE = 4

/** Unread items: own tickets with unread messages, notes that mention the user, and transfers to the user. */
export interface UnreadItems {
  readonly tickets: () => Promise<readonly TicketRecord[]>
  readonly mentions: readonly NoteRecord[]
  readonly given: readonly TicketRecord[]
}

/**
 * Marks all as read. Marking tickets has the same effect as opening them, which contacts see; all else is
 * marked on this computer only. Failed tickets stay unread, and a toast gives their number.
 */
export const useMarkRead = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [isRunning, setRunning] = useState(false)
  const run = useCallback(
    async ({ tickets, mentions, given }: UnreadItems): Promise<void> => {
      setRunning(true)
      dispatch(mentionsWereSeen(pluck(mentions, 'id')))
      dispatch(givenWasSeen(given.flatMap(({ moved }) => moved?.position ?? [])))
      const waiting = pluck(await tickets(), 'id')
      let failed = 0
      const worker = async (): Promise<void> => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
          const request = dispatch(inboxApi.endpoints.readTicket.initiate(id))
          if ((await request).error !== undefined) failed++
          request.reset()
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      if (failed > 0)
        dispatch(toastShown({ tone: 'failed', text: t('inbox:notifications.readFailed', { count: failed }) }))
      setRunning(false)
    },
    [dispatch, t],
  )
  return { run, isRunning }
}
