import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { numberRules } from '../../components/form/number-rules.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './connections.module.css'

interface Props {
  /** '' without a code */
  readonly code: string
  readonly waiting: boolean
  /** the number typed so far */
  readonly number: string
  readonly onNumber: (number: string) => void
  /** called with the phone's own number, digits only */
  readonly onAsk: (number: string) => void
}

/** A code of eight characters to type on the phone, for users who cannot scan. */
export const PairingCode = ({ code, waiting, number: typed, onNumber, onAsk }: Props) => {
  const { t } = useTranslation()
  return (
    <div className={styles.pairing}>
      <div>
        <Form<{ number: string }>
          layout="vertical"
          requiredMark={false}
          initialValues={{ number: typed }}
          onValuesChange={({ number = '' }) => onNumber(number)}
          onFinish={({ number }) => onAsk(number.replace(/\D/g, ''))}
        >
          <Form.Item
            name="number"
            label={t('connections:pair.number')}
            extra={t('connections:pair.numberHint')}
            rules={numberRules(t)}
          >
            <Input type="tel" inputMode="tel" placeholder="+55 11 99999-9999" autoFocus />
          </Form.Item>
          <Button htmlType="submit" loading={waiting}>
            {t('connections:pair.ask')}
          </Button>
        </Form>
      </div>
      <div className={styles.code} role="status" aria-live="polite">
        {code === '' ? (
          <p>{t('connections:pair.noCode')}</p>
        ) : (
          <>
            <p className={styles.digits}>{code.replace(/^(.{4})(.{4})$/, '$1-$2')}</p>
            <p>{t('connections:pair.typeCode')}</p>
          </>
        )}
      </div>
    </div>
  )
}
