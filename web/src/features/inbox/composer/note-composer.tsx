import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import FormOutlined from '@ant-design/icons/es/icons/FormOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type ApiError, errorText } from '../../../api/errors.js'
import { newId } from '../../../api/ids.js'
import { useSaved } from '../../../api/use-saved.js'
import { useUser } from '../../../base/access.js'
import { GrowingText } from '../../../components/form/growing-text.js'
import { lazyDialog } from '../../../components/lazy-dialog.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useCreateRecordMutation } from '../../../records/record-api.js'
import { useUserListQuery } from '../../../records/user-list.js'
import { askedMention, mentionedIn } from '../../notes/mentions.js'
import { COLLEAGUES_LIST, colleaguesOf } from '../model/colleagues.js'
import styles from './note-composer.module.css'
import { useCaret } from './use-caret.js'
import type { KeyTaker } from './use-choice.js'
import { useDraft } from './use-draft.js'

const Colleagues = lazyDialog(() => import('./colleagues.js').then((m) => m.Colleagues))

interface Props {
  readonly ticket: TicketRecord
  readonly onClose: () => void
}

const { min, max } = RECORDS.note.fields.note
const { most } = RECORDS.note.fields.mentions

/**
 * Where a note for colleagues is written. It stands in the place of the composer, in another colour and with a label, so
 * that nobody takes it for a message; nothing that is typed here goes to the contact. `@` mentions colleagues.
 */
export const NoteComposer = ({ ticket, onClose }: Props) => {
  const { t } = useTranslation()
  const [text, setText] = useDraft(ticket.id, 'note')
  const [create] = useCreateRecordMutation()
  const { save, saving, late } = useSaved()
  const [failure, setFailure] = useState('')
  const area = useRef<HTMLTextAreaElement | null>(null)
  // attempts with the same text are one note
  const attempt = useRef({ note: '', idempotencyKey: '' })
  useEffect(() => area.current?.focus(), [])

  const me = useUser()
  const { data: users, isError } = useUserListQuery()
  const colleagues = useMemo(
    () => (users === undefined ? undefined : colleaguesOf(users, ticket, me.id)),
    [users, ticket, me.id],
  )
  const [caret, setCaret] = useState(text.length)
  // Esc closes the choice of this mention, which begins here
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const mentionKeys = useRef<KeyTaker | null>(null)
  const [marked, setMarked] = useState<string>()
  const asked = askedMention(text, caret)
  const putCaret = useCaret(area, text)
  const type = (next: string, at: number): void => {
    setText(next)
    setCaret(at)
    if (askedMention(next, at) === null) setClosedAt(null)
  }
  const mention = (from: number, { name }: { readonly name: string }): void => {
    const before = `${text.slice(0, from)}@${name} `
    putCaret(before.length)
    type(before + text.slice(caret).trimStart(), before.length)
    area.current?.focus()
  }

  const note = text.trim()
  const isShort = [...note].length < min
  // whom it mentions is not known yet
  const isUnknown = note.includes('@') && users === undefined && !isError
  const add = async (): Promise<void> => {
    if (isShort || saving || isUnknown) return
    const mentions = mentionedIn(note, colleagues ?? [])
    if (mentions.length > most) return setFailure(t('inbox:mention.most', { count: most }))
    if (attempt.current.note !== note) attempt.current = { note, idempotencyKey: newId() }
    setFailure('')
    try {
      const body = { note, contactId: ticket.contactId, ticketId: ticket.id, mentions }
      await save(create, { record: 'note', body, idempotencyKey: attempt.current.idempotencyKey })
      attempt.current = { note: '', idempotencyKey: '' }
      setText('')
    } catch (error) {
      setFailure(errorText(error as ApiError))
    }
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || mentionKeys.current?.(event)) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void add()
  }
  return (
    <section className={styles.note} aria-label={t('inbox:note.label')}>
      <header className={styles.head}>
        <LockOutlined />
        <strong>{t('inbox:note.label')}</strong>
        <span>{t('inbox:note.inside')}</span>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('inbox:note.close')}
          title={t('inbox:note.close')}
          onClick={onClose}
        />
      </header>
      {failure !== '' && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      {late && <p role="status">{t('common:saveLate')}</p>}
      {asked !== null && asked.from !== closedAt && (users !== undefined || isError) && (
        <Colleagues
          typed={asked.typed}
          colleagues={colleagues}
          onChoose={(colleague) => mention(asked.from, colleague)}
          onClose={() => setClosedAt(asked.from)}
          keys={mentionKeys}
          onMarked={setMarked}
        />
      )}
      <div className={styles.row}>
        <GrowingText
          ref={area}
          rows={2}
          className={styles.text}
          aria-label={t('inbox:note.label')}
          placeholder={t('notes:placeholder')}
          maxLength={max}
          value={text}
          readOnly={saving}
          aria-autocomplete="list"
          aria-controls={marked === undefined ? undefined : COLLEAGUES_LIST}
          aria-activedescendant={marked}
          onChange={({ target }) => type(target.value, target.selectionStart)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
        />
        <Button
          icon={<FormOutlined />}
          loading={saving}
          disabled={isShort || isUnknown}
          onClick={() => void add()}
        >
          {t('inbox:note.add')}
        </Button>
      </div>
    </section>
  )
}
