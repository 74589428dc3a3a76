import type { Language } from '@guiche/contracts/languages.js'
import { renderVariables, unknownVariables } from '@guiche/contracts/variables.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './variables.module.css'

/** The variables that are offered. `gretting`, an old name of the greeting, is understood and not offered. */
const OFFERED = ['firstName', 'name', 'ms', 'protocol', 'hora'] as const

interface Props {
  readonly text: string
  /** puts a variable into the text, where the caret is */
  readonly onInsert: (variable: string) => void
}

/** The variables of a text that is sent: each can be put in, and the text is shown as its contact will read the text. */
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
        {OFFERED.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.chip}
            // the caret stays where it is in the text
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onInsert(`{{${name}}}`)}
          >
            {t(`variables:name.${name}`)}
          </button>
        ))}
      </div>
      {unknown.length > 0 && (
        <p className={styles.unknown} role="status">
          {t('variables:unknown', { names: unknown.join(', '), count: unknown.length })}
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
