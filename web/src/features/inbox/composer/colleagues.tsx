import type { UserRow } from '@guiche/contracts/views/records.js'
import { useMemo } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import { COLLEAGUES_LIST, foundColleagues } from '../model/colleagues.js'
import styles from './quick-messages.module.css'
import { type ChoiceConnection, useChoice } from './use-choice.js'

const idOf = ({ id }: UserRow): string => `colleague-${id}`

interface Props extends ChoiceConnection {
  /** the text after the `@` */
  readonly typed: string
  /** colleagues who may be mentioned; undefined after a failed read */
  readonly colleagues: readonly UserRow[] | undefined
  readonly onChoose: (colleague: UserRow) => void
}

/** The colleagues whom a note may mention, for the typed text. */
export const Colleagues = ({ typed, colleagues, onChoose, ...choosing }: Props) => {
  const { t } = useTranslation()
  const found = useMemo(() => foundColleagues(colleagues ?? [], typed), [colleagues, typed])
  const { marked, mark } = useChoice({ found, typed, idOf, choose: onChoose, ...choosing })
  if (colleagues === undefined || marked === undefined) {
    return (
      <div className={styles.quick}>
        <p role="status" className={styles.state}>
          {t(colleagues === undefined ? 'inbox:mention.failed' : 'inbox:mention.none')}
        </p>
      </div>
    )
  }
  return (
    <div className={styles.quick}>
      <div id={COLLEAGUES_LIST} role="listbox" aria-label={t('inbox:mention.label')} className={styles.list}>
        {found.map((colleague, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the note, which keeps the focus
          <div
            key={colleague.id}
            id={idOf(colleague)}
            role="option"
            aria-selected={colleague === marked}
            tabIndex={-1}
            className={styles.option}
            // the note's field keeps the focus
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => mark(index)}
            onClick={() => onChoose(colleague)}
          >
            <span>{colleague.name}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
