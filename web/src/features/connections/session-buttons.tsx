import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Space from 'antd/es/space/index.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { formatPhone } from '../../components/phone.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useEndSessionMutation, useNewSessionMutation, useStartSessionMutation } from './api.js'

interface Props {
  readonly connection: ConnectionRecord
  /** shows the dialog with the QR code */
  readonly onPair: () => void
}

/** The actions on a connection's session in its present state. */
export const SessionButtons = ({ connection, onPair }: Props) => {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [start, starting] = useStartSessionMutation()
  const [renew, renewing] = useNewSessionMutation()
  const [end, ending] = useEndSessionMutation()
  const { id, status, name } = connection
  /** the other number, which needs a decision; or null */
  const other = connection.reason === 'ERR_WAPP_OTHER_NUMBER' ? connection.number : null

  const newCode = async (): Promise<void> => {
    const asked = await renew({ id, body: {} })
    if (asked.error === undefined) onPair()
  }
  const disconnect = async (): Promise<void> => {
    const sure = await confirm({
      title: t('connections:disconnect.title', { name }),
      text: t('connections:disconnect.text'),
      confirm: t('connections:disconnect.confirm'),
      danger: true,
    })
    if (sure) await end({ id })
  }

  const acceptNumber = async (number: string): Promise<void> => {
    const sure = await confirm({
      title: t('connections:otherNumber.title', { number: formatPhone(number) }),
      text: t('connections:otherNumber.text', { former: formatPhone(connection.linkedNumber), name }),
      confirm: t('connections:otherNumber.confirm'),
      danger: true,
    })
    if (sure) await start({ id, body: { number } })
  }

  if (status === 'qrcode') {
    return (
      <Button size="small" type="primary" onClick={onPair}>
        {t('connections:button.qr')}
      </Button>
    )
  }
  if (status === 'DISCONNECTED') {
    return (
      <Space size={6} wrap>
        {other === null ? (
          <Button size="small" loading={starting.isLoading} onClick={() => void start({ id, body: {} })}>
            {t('connections:button.again')}
          </Button>
        ) : (
          <Button size="small" loading={starting.isLoading} onClick={() => void acceptNumber(other)}>
            {t('connections:button.accept')}
          </Button>
        )}
        <Button size="small" loading={renewing.isLoading} onClick={() => void newCode()}>
          {t('connections:button.newQr')}
        </Button>
      </Space>
    )
  }
  // The connection resumes automatically; its state shows the remedy.
  if (connection.waitingReason) return null
  if (status === 'OPENING') {
    return (
      <Button size="small" disabled icon={<LoadingOutlined />}>
        {t('connections:button.connecting')}
      </Button>
    )
  }
  return (
    <Button size="small" loading={ending.isLoading} onClick={() => void disconnect()}>
      {t('connections:button.disconnect')}
    </Button>
  )
}
