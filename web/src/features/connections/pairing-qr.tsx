import QRCode from 'antd/es/qr-code/index.js'
import Spin from 'antd/es/spin/index.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './connections.module.css'

const STEPS = ['open', 'devices', 'scan'] as const

/** The QR code with instructions for the phone; `qrcode` is '' until it arrives. */
export const PairingQr = ({ qrcode }: { qrcode: string }) => {
  const { t } = useTranslation()
  return (
    <div className={styles.pairing}>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>{t(`connections:pair.${step}`)}</li>
        ))}
      </ol>
      <div className={styles.code} role="status" aria-live="polite">
        {qrcode === '' ? (
          <>
            <Spin />
            <p>{t('connections:pair.waiting')}</p>
          </>
        ) : (
          // a QR code is dark on white in both schemes: phones read nothing else reliably
          <div className={styles.qr}>
            <QRCode
              aria-label={t('connections:pair.qrAlt')}
              value={qrcode}
              size={208}
              bordered={false}
              color="black"
              bgColor="white"
            />
          </div>
        )}
      </div>
    </div>
  )
}
