import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useState } from 'react'
import { hasFeature, useUser } from '../../../base/access.js'
import { IconButton } from '../../../components/icon-button.js'
import { lazyDialog } from '../../../components/lazy-dialog.js'
import { useTranslation } from '../../../i18n/use-translation.js'

const ScheduleDialog = lazyDialog(() =>
  import('../../schedules/schedule-dialog.js').then((m) => m.ScheduleDialog),
)

interface Props {
  readonly ticket: Pick<TicketRecord, 'id' | 'contactId'>
  readonly text: string
  /** attached files are not included in a planned message: the dialog has its own */
  readonly hasFiles: boolean
  readonly onSaved: () => void
}

/** The button beside the send button that plans the written message for later. */
export const SendLater = ({ ticket, text, hasFiles, onSaved }: Props) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (!hasFeature(useUser(), RECORDS.schedule.plan) || hasFiles || text.trim() === '') return null
  return (
    <>
      <IconButton label={t('schedules:later')} onClick={() => setOpen(true)}>
        <ClockCircleOutlined />
      </IconButton>
      {isOpen && (
        <ScheduleDialog
          planned={null}
          about={{ contactId: ticket.contactId, ticketId: ticket.id }}
          suggested={{ body: text.trim() }}
          onSaved={onSaved}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
