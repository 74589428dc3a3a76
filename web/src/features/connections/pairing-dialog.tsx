import Alert from 'antd/es/alert/index.js'
import Button from 'antd/es/button/index.js'
import Modal from 'antd/es/modal/index.js'
import Segmented from 'antd/es/segmented/index.js'
import { useEffect, useState } from 'react'
import { codeText } from '../../api/errors.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useDiscard } from '../../components/confirm/confirm.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { connectionsApi, useConnectionsQuery, useNewSessionMutation, usePairingQuery } from './api.js'
import styles from './connections.module.css'
import { isDone, NO_PAIRING } from './pairing.js'
import { PairingCode } from './pairing-code.js'
import { PairingQr } from './pairing-qr.js'

type PairingWay = 'qr' | 'code'

/** Links a phone, by QR code or by a code typed on the phone. Closes when linked, or when the codes have expired. */
export const PairingDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const mayDiscard = useDiscard()
  const [way, setWay] = useState<PairingWay>('qr')
  const [number, setNumber] = useState('')
  const [renew, { isLoading }] = useNewSessionMutation()
  const { data: pairing = NO_PAIRING } = usePairingQuery(id)
  const connection = useConnectionsQuery().data?.find((one) => one.id === id)
  const connected = connection?.status === 'CONNECTED'
  const done = isDone(connected, pairing, number)
  const simulated = connection?.channel === 'simulator'

  useEffect(() => {
    if (!done) return
    if (connected) dispatch(toastShown({ tone: 'good', text: t('connections:connected') }))
    dispatch(connectionsApi.util.upsertQueryData('pairing', id, NO_PAIRING))
    onClose()
  }, [connected, done, dispatch, id, onClose, t])

  /** Closes the dialog. Asks first if the typed number has no code yet, and so would be lost. */
  const leave = async (): Promise<void> => {
    if (number === '' || pairing.pairingCode !== '' || (await mayDiscard())) onClose()
  }

  return (
    <Modal
      open
      width={640}
      footer={null}
      onCancel={() => void leave()}
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
      <Segmented<PairingWay>
        aria-label={t('connections:pair.way')}
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
          number={number}
          onNumber={setNumber}
          onAsk={(number) => void renew({ id, body: { number } })}
        />
      )}
      <div className={styles.foot}>
        <Button disabled={isLoading} onClick={() => void renew({ id, body: {} })}>
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
