import { unknownVariables } from '@guiche/contracts/message/variables.js'
import { joinNames } from '../../../i18n/i18n.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './composer.module.css'

interface Props {
  readonly text: string
  /** names of colleagues who are also answering */
  readonly answering: readonly string[]
  /** the browser denies the microphone */
  readonly isDenied: boolean
}

/** Warnings before sending: a colleague is answering, unknown variables, no microphone. */
export const Warnings = ({ text, answering, isDenied }: Props) => {
  const { t } = useTranslation()
  const unknown = unknownVariables(text)
  return (
    <>
      {answering.length > 0 && (
        <p role="status" className={styles.warning}>
          {t('inbox:presence.colleagueTyping', { names: joinNames(answering), count: answering.length })}
        </p>
      )}
      {unknown.length > 0 && (
        <p role="status" className={styles.warning}>
          {t('inbox:composer.unknownVariable', { names: joinNames(unknown), count: unknown.length })}
        </p>
      )}
      {isDenied && (
        <p role="alert" className={styles.denied}>
          {t('inbox:composer.microphoneDenied')}
        </p>
      )}
    </>
  )
}
