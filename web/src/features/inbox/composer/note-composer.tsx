import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import FormOutlined from '@ant-design/icons/es/icons/FormOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type ApiError, errorText } from '../../../api/errors.js'
import { GrowingText } from '../../../components/form/growing-text.js'
import { lazyDialog } from '../../../components/lazy-dialog.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { askedMention } from '../../notes/mentions.js'
import { COLLEAGUES_LIST } from '../model/colleagues.js'
import { FullText } from './full-text.js'
import styles from './note-composer.module.css'
import { useCaret } from './use-caret.js'
import type { KeyHandler } from './use-choice.js'
import { useNote } from './use-note.js'

const Colleagues = lazyDialog(() => import('./colleagues.js').then((m) => m.Colleagues))

interface Props {
  readonly ticket: TicketRecord
  readonly onClose: () => void
}

const { min, max } = RECORDS.note.fields.note
const { most } = RECORDS.note.fields.mentions

/**
 * The field for a note to colleagues, in place of the composer. Its other colour and label prevent confusion
 * with a message. Nothing typed here goes to the contact. `@` mentions colleagues.
 */
export const NoteComposer = ({ ticket, onClose }: Props) => {
  const { t } = useTranslation()
  const written = useNote(ticket, true)
  const { text, setText, note, colleagues, isUnknown, isRead, saving, late } = written
  const [failure, setFailure] = useState('')
  const area = useRef<HTMLTextAreaElement | null>(null)
  useEffect(() => area.current?.focus(), [])

  const [caret, setCaret] = useState(text.length)
  // index of the mention whose list was closed by Esc
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const mentionKeys = useRef<KeyHandler | null>(null)
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

  const isShort = [...note].length < min
  const add = async (): Promise<void> => {
    if (isShort || saving || isUnknown) return
    if (written.mentions.length > most) return setFailure(t('inbox:mention.most', { count: most }))
    setFailure('')
    try {
      await written.add()
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
      {asked !== null && asked.from !== closedAt && isRead && (
        <Colleagues
          typed={asked.typed}
          colleagues={colleagues}
          onChoose={(colleague) => mention(asked.from, colleague)}
          onClose={() => setClosedAt(asked.from)}
          keys={mentionKeys}
          onMarked={setMarked}
        />
      )}
      <FullText text={text} most={max} />
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
