import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { NoteRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import dayjs from 'dayjs'
import { type ApiError, errorText } from '../../api/errors.js'
import { useSaved } from '../../api/use-saved.js'
import { useUser } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { IconButton } from '../../components/icon-button.js'
import { useDelete } from '../../components/list/list-page.js'
import { ListStates } from '../../components/list/list-states.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { mayTouch, rulesOf } from '../../records/fields.js'
import { useCreateRecordMutation, useDeleteRecordMutation } from '../../records/record-api.js'
import { NoteText } from './note-text.js'
import styles from './notes.module.css'

type Ticket = Pick<TicketRecord, 'id' | 'contactId'>
const FIELD = RECORDS.note.fields.note

const NewNote = ({ ticket }: { ticket: Ticket }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [form] = Form.useForm<{ note: string }>()
  const [create] = useCreateRecordMutation()
  const { save, saving } = useSaved()
  const add = async ({ note }: { note: string }): Promise<void> => {
    const body = { note, contactId: ticket.contactId, ticketId: ticket.id }
    try {
      await save(create, { record: 'note', body })
      form.resetFields()
      dispatch(toastShown({ tone: 'good', text: t('notes:saved') }))
    } catch (failure) {
      form.setFields([{ name: 'note', errors: [errorText(failure as ApiError)] }])
    }
  }
  return (
    <Form form={form} disabled={saving} onFinish={(values) => void add(values)} className={styles.form ?? ''}>
      <Form.Item name="note" rules={rulesOf(t, FIELD)} validateTrigger="onSubmit">
        <Input.TextArea
          aria-label={t('notes:placeholder')}
          placeholder={t('notes:placeholder')}
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={FIELD.max}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
          }}
        />
      </Form.Item>
      <Button htmlType="submit" loading={saving}>
        {t('notes:add')}
      </Button>
    </Form>
  )
}

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
          {name} · <time dateTime={note.createdAt}>{dayjs(note.createdAt).format('DD/MM/YYYY HH:mm')}</time>
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
  readonly ticket: Ticket
  /** undefined until they are read */
  readonly notes: readonly NoteRecord[] | undefined
  readonly failed: boolean
  readonly onRetry: () => unknown
}

/** What colleagues wrote about the contact of a ticket, the newest first; the contact never sees it. */
export const Notes = ({ ticket, notes, failed, onRetry }: Props) => {
  const { t } = useTranslation()
  const [removing] = useDeleteRecordMutation()
  const remove = useDelete(({ id }) => removing({ record: 'note', id }), {
    ask: 'notes:removeText',
    done: 'notes:deleted',
  })
  return (
    <section className={styles.notes} aria-label={t('notes:title')}>
      <h3>{t('notes:title')}</h3>
      <NewNote ticket={ticket} />
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
