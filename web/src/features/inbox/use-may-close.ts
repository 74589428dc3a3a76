import { displayNameOf } from '@guiche/contracts/contact/name.js'
import { pluck } from '@guiche/contracts/pick.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback } from 'react'
import { useAppDispatch } from '../../base/hooks.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { joinNames } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { stillSending } from './outgoing.js'

/**
 * Asks before closing tickets with messages still being sent, because the server refuses messages after the
 * close. Gives whether to close them.
 */
export const useMayClose = (): ((tickets: readonly TicketRecord[]) => Promise<boolean>) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  return useCallback(
    async (tickets) => {
      const ids = await dispatch(stillSending(pluck(tickets, 'id')))
      if (ids.length === 0) return true
      const sending = tickets.filter(({ id }) => ids.includes(id))
      return confirm({
        title: t('inbox:closeSending.title'),
        text: t('inbox:closeSending.text', {
          count: sending.length,
          names: joinNames(sending.map(({ contact }) => displayNameOf(contact))),
        }),
        confirm: t('inbox:closeSending.ok'),
      })
    },
    [t, dispatch, confirm],
  )
}
