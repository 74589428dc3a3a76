import Alert from 'antd/es/alert/index.js'
import Button from 'antd/es/button/index.js'
import Modal from 'antd/es/modal/index.js'
import Segmented from 'antd/es/segmented/index.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '../../api/errors.js'
import { useAppDispatch } from '../../app/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { connectionsApi, useConnectionsQuery, useNewSessionMutation, usePairingQuery } from './api.js'
import styles from './connections.module.css'
import { NO_PAIRING } from './pairing.js'
import { PairingCode } from './pairing-code.js'
import { PairingQr } from './pairing-qr.js'

type Way = 'qr' | 'code'

/** Links a phone, by QR code or by a code typed on it. Closes by itself when the codes are over. */
export const PairingDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [way, setWay] = useState<Way>('qr')
  const [renew, { isLoading }] = useNewSessionMutation()
  const { data: pairing = NO_PAIRING } = usePairingQuery(id)
  const connection = useConnectionsQuery().data?.find((one) => one.id === id)
  const connected = connection?.status === 'CONNECTED'
  const over = pairing.stage === 'over'
  const simulated = connection?.channel === 'simulator'

  useEffect(() => {
    if (!connected && !over) return
    if (connected) dispatch(toastShown({ tone: 'good', text: t('connections:connected') }))
    dispatch(connectionsApi.util.upsertQueryData('pairing', id, NO_PAIRING))
    onClose()
  }, [connected, over, dispatch, id, onClose, t])

  return (
    <Modal
      open
      width={640}
      footer={null}
      onCancel={onClose}
      title={t('connections:pair.title', { name: connection?.name ?? '' })}
    >
      {connection?.waitingReason && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 16 }}
          title={codeText(connection.reason ?? '')}
        />
      )}
      <Segmented<Way>
        value={way}
        onChange={setWay}
        options={[
          { value: 'qr', label: t('connections:pair.byQr') },
          { value: 'code', label: t('connections:pair.byCode') },
        ]}
        style={{ marginBottom: 16 }}
      />
      {way === 'qr' ? (
        <PairingQr qrcode={pairing.qrcode} />
      ) : (
        <PairingCode
          code={pairing.pairingCode}
          waiting={isLoading}
          onAsk={(number) => void renew({ id, number })}
        />
      )}
      <div className={styles.foot}>
        <Button disabled={isLoading} onClick={() => void renew({ id })}>
          {t('connections:button.newQr')}
        </Button>
        {simulated && (
          <a href="/simulator" target="_blank" rel="noreferrer">
            {t('connections:openSimulator')}
          </a>
        )}
        {simulated && pairing.qrcode !== '' && (
          <Button type="link" onClick={() => void navigator.clipboard.writeText(pairing.qrcode)}>
            {t('connections:pair.copy')}
          </Button>
        )}
      </div>
    </Modal>
  )
}
