import CheckSquareOutlined from '@ant-design/icons/es/icons/CheckSquareOutlined'
import Button from 'antd/es/button/index.js'
import Select from 'antd/es/select/index.js'
import Switch from 'antd/es/switch/index.js'
import Tooltip from 'antd/es/tooltip/index.js'
import { useTranslation } from 'react-i18next'
import { useAppSelector } from '../../../app/hooks.js'
import { useConfirm } from '../../../components/confirm/confirm.js'
import { useQueuesQuery } from '../../queues/api.js'
import { useCloseAllMutation } from '../api.js'
import { QueueOption } from '../dialogs/own-queues.js'
import styles from './list.module.css'
import type { ListFilter } from './use-list-filter.js'

const QueueFilter = ({ filter }: { filter: ListFilter }) => {
  const { t } = useTranslation()
  const user = useAppSelector(({ session }) => session.user)
  const { data: all = [] } = useQueuesQuery()
  const own = new Set(user?.queues.map(({ id }) => id))
  const offered = user?.profile === 'admin' ? all : all.filter(({ id }) => own.has(id))
  return (
    <Select
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      aria-label={t('inbox:list.queues')}
      placeholder={t('inbox:list.allQueues')}
      value={[...(filter.queueIds ?? [])].filter((id) => offered.some((queue) => queue.id === id))}
      onChange={(ids: number[]) => filter.setQueueIds(ids)}
      optionFilterProp="title"
      options={offered.map((queue) => ({
        value: queue.id,
        title: queue.name,
        label: <QueueOption queue={queue} />,
      }))}
    />
  )
}

/** Closes every ticket of a tab, once the person has said that it is meant. */
export const CloseAll = ({ status, filter }: { status: 'open' | 'pending'; filter: ListFilter }) => {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [closeAll, { isLoading }] = useCloseAllMutation()
  const ask = async () => {
    const sure = await confirm({
      title: t('inbox:closeAll.title'),
      text: filter.queueIds === null ? t('inbox:closeAll.text') : t('inbox:closeAll.textQueues'),
      confirm: t('inbox:closeAll.ok'),
      danger: true,
    })
    if (sure) void closeAll({ status, selectedQueueIds: filter.queueIds ?? [] })
  }
  return (
    <Tooltip title={t('inbox:closeAll.title')}>
      <Button
        icon={<CheckSquareOutlined />}
        loading={isLoading}
        aria-label={t('inbox:closeAll.title')}
        onClick={() => void ask()}
      />
    </Tooltip>
  )
}

/** Queues, and for admins whether everybody's tickets are shown. */
export const Filters = ({ filter }: { filter: ListFilter }) => {
  const { t } = useTranslation()
  const admin = useAppSelector(({ session }) => session.user?.profile === 'admin')
  return (
    <div className={styles.filters}>
      <QueueFilter filter={filter} />
      {admin && (
        <Tooltip title={t('inbox:list.showAll')}>
          <Switch
            checked={filter.showAll}
            onChange={filter.setShowAll}
            aria-label={t('inbox:list.showAll')}
            checkedChildren={t('inbox:list.all')}
            unCheckedChildren={t('inbox:list.mine')}
          />
        </Tooltip>
      )}
    </div>
  )
}
