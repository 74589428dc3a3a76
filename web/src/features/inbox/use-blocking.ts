import { displayNameOf } from '@guiche/contracts/contact/name.js'
import { ACCESS } from '@guiche/contracts/users/access.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { type ApiError, errorText } from '../../api/errors.js'
import { useSaved } from '../../api/use-saved.js'
import { useMayDo } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useBlockContactMutation } from '../contacts/api.js'
import { isBlocked } from './model/rights.js'

/** Blocks or unblocks the contact of a ticket on WhatsApp, after a confirmation. */
export const useBlocking = (ticket: TicketRecord) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const [block] = useBlockContactMutation()
  const { save, saving } = useSaved()
  const mayBlock = useMayDo(ACCESS['PUT /contacts/:id/block']) && !ticket.contact.isGroup
  const blocked = isBlocked(ticket)
  const question = {
    title: t('inbox:block.title', { name: displayNameOf(ticket.contact) }),
    text: t('inbox:block.text'),
    confirm: t('inbox:block.confirm'),
    danger: true,
  }
  const toggle = async (): Promise<void> => {
    if (!blocked && !(await confirm(question))) return
    const body = { whatsappId: ticket.whatsappId, blocked: !blocked }
    try {
      await save(block, { id: ticket.contactId, body })
      dispatch(toastShown({ tone: 'good', text: t(blocked ? 'inbox:block.undone' : 'inbox:block.done') }))
    } catch (failure) {
      dispatch(toastShown({ tone: 'failed', text: errorText(failure as ApiError) }))
    }
  }
  return { mayBlock: mayBlock && ticket.whatsapp !== null, blocked, saving, toggle }
}
