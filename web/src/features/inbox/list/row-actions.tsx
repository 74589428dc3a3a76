import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useHasSeat } from '../../../base/access.js'
import { useAppSelector } from '../../../base/hooks.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { TicketActions } from '../use-ticket-actions.js'

interface Props {
  readonly ticket: TicketRecord
  readonly actions: TicketActions
  readonly onPeek: (ticket: TicketRecord) => void
}

/** Buttons of a row: accept and close for waiting tickets, reopen for closed ones, peek for admins. */
export const RowActions = ({ ticket, actions, onPeek }: Props) => {
  const { t } = useTranslation()
  const admin = useAppSelector(({ session }) => session.user?.profile === 'admin')
  const writes = useHasSeat()
  return (
    <>
      {writes && ticket.status === 'pending' && (
        <>
          <Button size="small" type="primary" icon={<CheckOutlined />} onClick={() => actions.accept(ticket)}>
            {t('inbox:action.accept')}
          </Button>
          <Button
            size="small"
            title={t('inbox:action.close')}
            icon={<CloseOutlined />}
            aria-label={t('inbox:action.close')}
            onClick={() => actions.close(ticket)}
          />
        </>
      )}
      {writes && ticket.status === 'closed' && (
        <Button size="small" icon={<RedoOutlined />} onClick={() => actions.reopen(ticket)}>
          {t('inbox:action.reopen')}
        </Button>
      )}
      {admin && (
        <Button
          size="small"
          title={t('inbox:action.peek')}
          icon={<EyeOutlined />}
          aria-label={t('inbox:action.peek')}
          onClick={() => onPeek(ticket)}
        />
      )}
    </>
  )
}
