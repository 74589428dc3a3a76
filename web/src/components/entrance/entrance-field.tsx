import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import { type InputHTMLAttributes, useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './entrance.module.css'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly hint?: string
  /** error of the field, or null */
  readonly error: string | null
}

/** A labelled text field before the sign-in, without Ant Design. A password can be shown. */
export const EntranceField = ({ label, hint, error, type = 'text', ...input }: Props) => {
  const { t } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState(false)
  const isSecret = type === 'password'
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          type={isSecret && shown ? 'text' : type}
          className={isSecret ? `${styles.input} ${styles.secret}` : styles.input}
          aria-invalid={error !== null}
          aria-describedby={`${id}-about`}
        />
        {isSecret && (
          <button
            type="button"
            className={styles.eye}
            aria-label={t('common:showTyped')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
          </button>
        )}
      </div>
      <p id={`${id}-about`} className={error === null ? styles.hint : styles.error}>
        {error ?? hint}
      </p>
    </div>
  )
}
