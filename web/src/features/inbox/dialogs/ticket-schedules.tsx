import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Modal from 'antd/es/modal/index.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { ScheduleList } from '../../schedules/schedule-list.js'

/** Planned messages for the contact of a ticket. */
export const TicketSchedules = ({ ticket, onClose }: { ticket: TicketRecord; onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Modal open title={t('schedules:title')} footer={null} onCancel={onClose}>
      <ScheduleList ticket={ticket} />
    </Modal>
  )
}
