import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import type { OpenedTicket, TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useGoTo } from '../../../base/hooks.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { TicketActions } from '../use-ticket-actions.js'

interface Props {
  /** lists do not say which other ticket is active */
  readonly ticket: TicketRecord & Partial<Pick<OpenedTicket, 'active'>>
  readonly actions: TicketActions
  /** where there is space for reopening only: the link to the other ticket is below the conversation */
  readonly short?: boolean
}

/** Reopens a closed ticket, or leads to the contact's active ticket. */
export const ReopenButton = ({ ticket, actions, short = false }: Props) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const { active } = ticket
  if (active && short) return null
  if (active) {
    return (
      <Button type="primary" onClick={() => goTo(`/tickets/${active.uuid}`)}>
        {t('inbox:newTicket.goToActive')}
      </Button>
    )
  }
  return (
    <Button icon={<RedoOutlined />} loading={actions.busy.accept} onClick={() => actions.reopen(ticket)}>
      {t('inbox:action.reopen')}
    </Button>
  )
}
