import type { QueueRef } from '@guiche/contracts/views/records.js'
import { useTranslation } from 'react-i18next'
import { useAppSelector } from '../../../app/hooks.js'
import { useQueuesQuery } from '../../queues/api.js'

/** Queues that this person may choose: admins any or none, others one of their own. */
export const useOwnQueues = () => {
  const { t } = useTranslation()
  const user = useAppSelector(({ session }) => session.user)
  const { data: all = [], isSuccess } = useQueuesQuery()
  const admin = user?.profile === 'admin'
  const queues: readonly QueueRef[] = admin ? all : (user?.queues ?? [])
  return {
    queues,
    mayLeaveOut: admin,
    /** what a form begins with: where there is one alone, that */
    only: queues.length === 1 && queues[0] !== undefined ? { queueId: queues[0].id } : {},
    rules: admin ? [] : [{ required: true, message: t('inbox:newTicket.queueRequired') }],
    /** the company has no queue at all */
    isNothingToChoose: admin && isSuccess && all.length === 0,
  }
}

export const QueueOption = ({ queue }: { queue: QueueRef }) => (
  <span>
    <i
      aria-hidden
      style={{
        display: 'inline-block',
        width: 10,
        height: 10,
        marginInlineEnd: 8,
        borderRadius: '50%',
        background: queue.color,
      }}
    />
    {queue.name}
  </span>
)
