import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { CHOICE_LOOKS, choiceName } from './choice-looks.js'
import styles from './priority.module.css'

/** The mark of a ticket with high priority in its row. */
export const PriorityMark = ({ priority }: Pick<TicketRecord, 'priority'>) => {
  const { t } = useTranslation()
  if (priority !== 'high' && priority !== 'urgent') return null
  const label = choiceName(t, 'priority', priority)
  return (
    <span className={`${styles.mark} ${styles[priority]}`} role="img" aria-label={label} title={label}>
      {CHOICE_LOOKS.priority.values[priority].icon}
    </span>
  )
}
