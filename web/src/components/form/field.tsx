import InfoCircleOutlined from '@ant-design/icons/es/icons/InfoCircleOutlined'
import Form, { type FormItemProps } from 'antd/es/form/index.js'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.js'
import { IconButton } from '../icon-button.js'
import styles from './field.module.css'

interface Props extends Omit<FormItemProps, 'label' | 'extra' | 'className'> {
  readonly label: string
  /** explanation of the field: shown by the button beside its name, and read with the field by screen readers */
  readonly help: string
  /** full width in a form with two columns */
  readonly wide?: true
}

/**
 * A field whose explanation unfolds below it. The button is outside the label, which would otherwise contain the
 * button's name.
 */
export const Field = ({ label, help, wide, ...item }: Props) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={`${styles.field} ${wide ? styles.wide : ''}`}>
      <Form.Item
        {...item}
        label={label}
        extra={<span className={isOpen ? undefined : 'visually-hidden'}>{help}</span>}
      />
      <IconButton
        className={styles.help ?? ''}
        label={t('common:explain')}
        aria-description={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <InfoCircleOutlined />
      </IconButton>
    </div>
  )
}
