import { useAppSelector } from '../../../base/hooks.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useRecords } from '../../../records/record-api.js'
import { queueChoice } from '../model/queue-choice.js'

/** Queues that this user may choose: admins any or none, others one of their own. */
export const useOwnQueues = () => {
  const { t } = useTranslation()
  const user = useAppSelector(({ session }) => session.user)
  const { rows } = useRecords('queue')
  const choice = queueChoice(user, rows)
  const { queues, mayLeaveOut } = choice
  return {
    ...choice,
    /** initial values of a form: the queue, if there is only one */
    only: queues.length === 1 && queues[0] !== undefined ? { queueId: queues[0].id } : {},
    rules: mayLeaveOut ? [] : [{ required: true, message: t('inbox:newTicket.queueRequired') }],
  }
}
