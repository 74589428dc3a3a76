import type { QueueRef } from '@guiche/contracts/views/records.js'
import { useAppSelector } from '../../../app/hooks.js'
import { useQueuesQuery } from '../../queues/api.js'

/** Queues that this person may choose: admins any or none, others one of their own. */
export const useOwnQueues = (): { queues: readonly QueueRef[]; mayLeaveOut: boolean } => {
  const user = useAppSelector(({ session }) => session.user)
  const { data: all = [] } = useQueuesQuery()
  const admin = user?.profile === 'admin'
  return { queues: admin ? all : (user?.queues ?? []), mayLeaveOut: admin }
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
