import CheckSquareOutlined from '@ant-design/icons/es/icons/CheckSquareOutlined'
import Button from 'antd/es/button/index.js'
import { useConfirm } from '../../../components/confirm/confirm.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useCloseAllMutation, useCountsQuery } from '../api.js'
import type { ListFilter } from './use-list-filter.js'

/** Closes every ticket of a tab, of all agents, after the user has confirmed their number. */
export const CloseAll = ({ status, filter }: { status: 'open' | 'pending'; filter: ListFilter }) => {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [closeAll, { isLoading }] = useCloseAllMutation()
  const { queueIds = null } = filter.narrowing
  const { data } = useCountsQuery({ showAll: true, queueIds })
  // snoozed tickets are closed, too
  const count = data === undefined ? 0 : data[status] + (status === 'open' ? data.snoozed : 0)
  const ask = async () => {
    const sure = await confirm({
      title: t('inbox:closeAll.count', { count }),
      text: queueIds === null ? t('inbox:closeAll.text') : t('inbox:closeAll.textQueues'),
      confirm: t('inbox:closeAll.ok'),
      danger: true,
    })
    // no choice of queues means all queues; an empty choice would mean only tickets without a queue
    if (sure)
      void closeAll({ body: { status, ...(queueIds !== null && { selectedQueueIds: [...queueIds] }) } })
  }
  return (
    <Button
      danger
      size="small"
      icon={<CheckSquareOutlined />}
      loading={isLoading}
      disabled={count === 0}
      onClick={() => void ask()}
    >
      {t('inbox:closeAll.title')}
    </Button>
  )
}
