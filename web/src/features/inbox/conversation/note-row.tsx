import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import type { NoteRecord } from '@guiche/contracts/views/records.js'
import { memo } from 'react'
import { formatDayAndTime } from '../../../base/dates.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { NoteText } from '../../notes/note-text.js'
import styles from './note-row.module.css'

/** A colleague's note at its time in the conversation; the contact never sees it. */
export const NoteRow = memo(({ note }: { note: NoteRecord }) => {
  const { t } = useTranslation()
  const name = note.user?.name ?? t('notes:somebody')
  return (
    <div className={styles.line}>
      <aside className={styles.note} aria-label={t('inbox:note.by', { name })}>
        <span className={styles.head}>
          <LockOutlined /> {t('inbox:note.by', { name })}
        </span>
        <p>
          <NoteText note={note} />
        </p>
        <time dateTime={note.createdAt}>{formatDayAndTime(note.createdAt)}</time>
      </aside>
    </div>
  )
})
