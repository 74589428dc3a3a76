import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import Button from 'antd/es/button/index.js'
import { chooseFiles } from '../../base/choose-files.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './file-field.module.css'

interface Props {
  readonly id?: string
  /** the name of the present file, a newly chosen file, or none */
  readonly value?: string | File | null
  /** allowed types, in the browsers' form: `.csv,.xlsx` */
  readonly accept?: string
  readonly onChange?: (value: File | null) => void
}

/**
 * A field for at most one file, which can be replaced or removed. Nothing is sent before the form is saved.
 */
export const FileField = ({ value, accept, onChange }: Props) => {
  const { t } = useTranslation()
  const choose = () => chooseFiles(([file]) => file !== undefined && onChange?.(file), { accept })
  const name = value instanceof File ? value.name : (value ?? null)
  return (
    <span className={styles.file}>
      <Button icon={<PaperClipOutlined />} onClick={choose}>
        {t(name === null ? 'common:file.choose' : 'common:file.replace')}
      </Button>
      {name !== null && (
        <>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('common:file.remove', { name })}
            title={t('common:file.remove', { name })}
            onClick={() => onChange?.(null)}
          />
        </>
      )}
    </span>
  )
}
