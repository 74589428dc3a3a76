import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './card.module.css'

type PollDetails = Extract<NonNullable<MessageRecord['details']>, { of: 'poll' }>

/** A poll as sent. Votes are not available. */
export const Poll = ({ poll, meta }: { poll: PollDetails; meta: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <div className={styles.poll}>
      <strong>
        <BarChartOutlined /> {poll.question}
      </strong>
      <span className={styles.soft}>{t(poll.several ? 'inbox:poll.several' : 'inbox:poll.one')}</span>
      <ul className={styles.options}>
        {[...new Set(poll.options)].map((option) => (
          <li key={option}>{option}</li>
        ))}
      </ul>
      <span className={styles.below}>
        <span className={styles.soft}>{t('inbox:poll.votes')}</span>
        {meta}
      </span>
    </div>
  )
}
