import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { NoteRecord } from '@guiche/contracts/views/records.js'
import Skeleton from 'antd/es/skeleton/index.js'
import type { ReactNode } from 'react'
import { useUser } from '../../base/access.js'
import { formatDayAndTime } from '../../base/dates.js'
import { IconButton } from '../../components/icon-button.js'
import { useDelete } from '../../components/list/list-page.js'
import { ListStates } from '../../components/list/list-states.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { mayTouch } from '../../records/fields.js'
import { useDeleteRecordMutation } from '../../records/record-api.js'
import { NoteText } from './note-text.js'
import styles from './notes.module.css'

const Note = ({ note, onDelete }: { note: NoteRecord; onDelete: (name: string) => void }) => {
  const { t } = useTranslation()
  const me = useUser()
  const name = note.user?.name ?? t('notes:somebody')
  const mayDelete = mayTouch(RECORDS.note, me, note, 'delete')
  return (
    <li className={styles.note}>
      <p>
        <NoteText note={note} />
      </p>
      <footer>
        <span>
          {name} · <time dateTime={note.createdAt}>{formatDayAndTime(note.createdAt)}</time>
        </span>
        {mayDelete && (
          <IconButton danger label={t('notes:remove', { name })} onClick={() => onDelete(name)}>
            <DeleteOutlined />
          </IconButton>
        )}
      </footer>
    </li>
  )
}

interface Props {
  /** the note field */
  readonly children: ReactNode
  /** undefined until loaded */
  readonly notes: readonly NoteRecord[] | undefined
  readonly failed: boolean
  readonly onRetry: () => unknown
}

/** Notes about a contact, the newest first; the contact never sees them. */
export const Notes = ({ children, notes, failed, onRetry }: Props) => {
  const { t } = useTranslation()
  const [removing] = useDeleteRecordMutation()
  const remove = useDelete(({ id }) => removing({ record: 'note', id }), {
    ask: 'notes:removeText',
    done: 'notes:deleted',
  })
  return (
    <section className={styles.notes} aria-label={t('notes:title')}>
      <h3>{t('notes:title')}</h3>
      {children}
      <ListStates
        failed={failed}
        onRetry={onRetry}
        count={notes?.length ?? null}
        empty={<p className={styles.empty}>{t('notes:empty')}</p>}
      >
        {notes === undefined ? (
          <Skeleton active paragraph={{ rows: 2 }} />
        ) : (
          <ul>
            {notes.map((note) => (
              <Note key={note.id} note={note} onDelete={(name) => void remove({ id: note.id, name })} />
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  )
}
