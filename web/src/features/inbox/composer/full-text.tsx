import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './composer.module.css'

interface Props {
  readonly text: string
  /** characters that the field takes; browsers cut the rest of a paste */
  readonly most: number
}

/** Says that a field takes no more characters. */
export const FullText = ({ text, most }: Props) => {
  const { t, i18n } = useTranslation()
  if (text.length < most) return null
  return (
    <p role="status" className={styles.warning}>
      {t('inbox:composer.full', { most: most.toLocaleString(i18n.language) })}
    </p>
  )
}
