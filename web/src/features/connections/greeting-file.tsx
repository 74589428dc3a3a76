import { useConfirm } from '../../components/confirm/confirm.js'
import { FileField } from '../../components/form/file-field.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './connections.module.css'

interface Props {
  readonly id?: string
  /** the name of the present file, a newly chosen file, or none */
  readonly value?: string | File | null
  readonly onChange?: (value: File | null) => void
  /** address of the present file */
  readonly address: string | null
}

const PICTURE = /\.(jpe?g|png|webp)$/i

/** The file of the greeting. A picture is shown. Removing the file asks for confirmation. */
export const GreetingFile = ({ value = null, onChange, address, ...rest }: Props) => {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const change = async (file: File | null): Promise<void> => {
    const texts = { title: t('connections:removeFile.title'), text: t('connections:removeFile.text') }
    const question = { ...texts, confirm: t('connections:removeFile.confirm'), danger: true }
    if (file !== null || (await confirm(question))) onChange?.(file)
  }
  const stored = typeof value === 'string' && address !== null ? address : null
  return (
    <span className={styles.state}>
      {stored !== null && (
        <a href={stored} target="_blank" rel="noreferrer" className={styles.preview}>
          {PICTURE.test(String(value)) ? <img src={stored} alt={String(value)} /> : String(value)}
        </a>
      )}
      <FileField {...rest} value={value} onChange={(file) => void change(file)} />
    </span>
  )
}
