import type { Language } from '@guiche/contracts/languages.js'
import { renderVariables, unknownVariables, VARIABLES } from '@guiche/contracts/message/variables.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './variables.module.css'

interface Props {
  readonly text: string
  /** inserts a variable at the caret */
  readonly onInsert: (variable: string) => void
}

/**
 * Variables of a text for contacts: buttons that insert them, and a preview of the text for a sample contact.
 */
export const VariableChips = ({ text, onInsert }: Props) => {
  const { t, i18n } = useTranslation()
  const unknown = unknownVariables(text)
  const shown = renderVariables(text, {
    name: t('variables:sample'),
    now: new Date(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: i18n.language as Language,
  })
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would have a frame and a legend */}
      <div className={styles.chips} role="group" aria-label={t('variables:label')}>
        {VARIABLES.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.chip}
            // keeps the focus and caret in the text
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onInsert(`{{${name}}}`)}
          >
            {t(`variables:name.${name}`)}
          </button>
        ))}
      </div>
      {unknown.length > 0 && (
        <p className={styles.unknown} role="status">
          {t('inbox:composer.unknownVariable', { names: unknown.join(', '), count: unknown.length })}
        </p>
      )}
      {shown !== text && (
        <p className={styles.preview}>
          <b>{t('variables:preview')}</b> {shown}
        </p>
      )}
    </>
  )
}
