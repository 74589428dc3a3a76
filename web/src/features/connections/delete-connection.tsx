import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import Modal from 'antd/es/modal/index.js'
import Radio from 'antd/es/radio/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import Space from 'antd/es/space/index.js'
import { useState } from 'react'
import { useAppDispatch } from '../../base/hooks.js'
import { ErrorState } from '../../components/error-state.js'
import { Select } from '../../components/select.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useConnectionsQuery, useConnectionTicketsQuery, useDeleteConnectionMutation } from './api.js'

interface Props {
  readonly connection: ConnectionRecord
  readonly onClose: () => void
}

/**
 * Confirms a connection's deletion: shows its effects, and asks for the choice for its active tickets. The button stays
 * disabled until the effects are known.
 */
export const DeleteConnection = ({ connection, onClose }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const others = useConnectionsQuery().data?.filter(({ id }) => id !== connection.id) ?? []
  const { data, isError, refetch } = useConnectionTicketsQuery({ id: connection.id })
  const active = data?.active
  const [remove, { isLoading }] = useDeleteConnectionMutation()
  const [chosen, setChosen] = useState<'move' | 'close' | 'keep' | null>(null)
  const [target, setTarget] = useState<number | null>(null)
  const wanted = chosen ?? (others.length > 0 ? 'move' : 'keep')
  // the oldest connection, which the server will choose, too
  const heir = [...others].sort((a, b) => a.id - b.id)[0]
  const moveTo = target ?? others[0]?.id

  const submit = async (): Promise<void> => {
    const to = wanted === 'move' ? moveTo?.toString() : wanted === 'close' ? 'close' : undefined
    const answer = await remove({ id: connection.id, query: active && to ? { moveTo: to } : {} })
    if (answer.error !== undefined) return
    dispatch(toastShown({ tone: 'good', text: t('connections:deleted') }))
    onClose()
  }

  return (
    <Modal
      open
      width={480}
      title={t('common:delete.title')}
      okText={t('common:delete.confirm')}
      cancelText={t('common:cancel')}
      okButtonProps={{ danger: true, loading: isLoading, disabled: active === undefined }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>
        {t('common:delete.text')} {t('connections:deleteDetail', { name: connection.name })}
      </p>
      {connection.isDefault && heir !== undefined && (
        <p>{t('connections:nextDefault', { name: heir.name })}</p>
      )}
      {isError && data === undefined && <ErrorState onRetry={refetch} />}
      {!isError && data === undefined && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {data !== undefined && (
        <>
          {data.users > 0 && <p>{t('connections:touched.users', { count: data.users })}</p>}
          {data.queued > 0 && <p>{t('connections:touched.queued', { count: data.queued })}</p>}
          {data.importing && <p>{t('connections:touched.importing')}</p>}
        </>
      )}
      {active !== undefined && active > 0 && (
        <>
          <p>{t('connections:tickets.count', { count: active })}</p>
          <Radio.Group value={wanted} onChange={({ target: { value } }) => setChosen(value)}>
            <Space direction="vertical">
              {others.length > 0 && (
                <Radio value="move">
                  {t('connections:tickets.move')}{' '}
                  <Select
                    aria-label={t('connections:tickets.move')}
                    style={{ minWidth: 160 }}
                    value={moveTo ?? null}
                    onChange={setTarget}
                    options={others.map(({ id, name }) => ({ value: id, label: name }))}
                  />
                </Radio>
              )}
              <Radio value="close">{t('connections:tickets.close')}</Radio>
              <Radio value="keep">{t('connections:tickets.keep')}</Radio>
            </Space>
          </Radio.Group>
        </>
      )}
    </Modal>
  )
}
