import type { QueueRef } from '@guiche/contracts/views/records.js'
import { useAppSelector } from '../../../base/hooks.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useRecords } from '../../../records/record-api.js'

/** Queues that this person may choose: admins any or none, others one of their own. */
export const useOwnQueues = () => {
  const { t } = useTranslation()
  const user = useAppSelector(({ session }) => session.user)
  const { rows: all = [], isSuccess } = useRecords('queue')
  const admin = user?.profile === 'admin'
  const queues: readonly QueueRef[] = admin ? all : (user?.queues ?? [])
  return {
    queues,
    mayLeaveOut: admin,
    /** what a form begins with: where there is one alone, that */
    only: queues.length === 1 && queues[0] !== undefined ? { queueId: queues[0].id } : {},
    rules: admin ? [] : [{ required: true, message: t('inbox:newTicket.queueRequired') }],
    isNothingToChoose: queues.length === 0 && (isSuccess || !admin),
  }
}
