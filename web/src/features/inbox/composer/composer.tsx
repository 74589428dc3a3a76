import AudioOutlined from '@ant-design/icons/es/icons/AudioOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import SendOutlined from '@ant-design/icons/es/icons/SendOutlined'
import type { MessageRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Input from 'antd/es/input/index.js'
import Tooltip from 'antd/es/tooltip/index.js'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch, useAppSelector } from '../../../app/hooks.js'
import { tellPresence } from '../../../realtime/realtime.js'
import { Quote } from '../conversation/quote.js'
import { signed } from '../model/signature.js'
import { sendNow } from '../sending.js'
import { Attachments } from './attachments.js'
import styles from './composer.module.css'
import { EmojiButton } from './emoji-button.js'
import { ComposerOptions, useComposerOptions } from './options.js'
import { useAttachments } from './use-attachments.js'
import { useDraft } from './use-draft.js'
import { useRecorder } from './use-recorder.js'
import { VoiceBar } from './voice-bar.js'

interface Props {
  readonly ticket: TicketRecord
  readonly quoted: MessageRecord | null
  readonly onQuoteDropped: () => void
  /** it begins with the focus */
  readonly focused: boolean
  /** files dropped on the conversation */
  readonly dropped: readonly File[]
  readonly onDroppedTaken: () => void
}

/** Tells that we type, at most every few seconds. */
const TYPING_EVERY_MS = 4000

/** Where an answer is written: text up to five rows, emoji, files, voice. What is typed is kept per ticket. */
export const Composer = (props: Props) => {
  const { ticket, quoted, onQuoteDropped, focused, dropped, onDroppedTaken } = props
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const user = useAppSelector(({ session }) => session.user)
  const [text, setText] = useDraft(ticket.id)
  const options = useComposerOptions()
  const attachments = useAttachments(ticket.id, dropped, onDroppedTaken)
  const recorder = useRecorder()
  const area = useRef<HTMLTextAreaElement | null>(null)
  const toldTyping = useRef(0)
  const attached = useRef(attachments.files.length)

  useEffect(() => {
    if (focused) area.current?.focus()
  }, [focused])
  useEffect(() => {
    if (quoted !== null) area.current?.focus()
  }, [quoted])

  // A file was chosen or taken away by a button: what comes next is its caption, or Enter.
  useEffect(() => {
    if (attachments.files.length === attached.current) return
    attached.current = attachments.files.length
    area.current?.focus()
  }, [attachments.files.length])

  const type = (next: string): void => {
    setText(next)
    if (next !== '' && Date.now() - toldTyping.current > TYPING_EVERY_MS) {
      toldTyping.current = Date.now()
      tellPresence(ticket.id, 'typing')
    }
  }

  const submit = (files: readonly File[], voice: boolean): void => {
    const plain = voice ? '' : text.trim()
    if (plain === '' && files.length === 0) return
    const body = signed(plain, options.sign ? (user?.name ?? null) : null)
    void dispatch(sendNow({ ticketId: ticket.id, body, files, voice, quoted }))
    if (!voice) setText('')
    attachments.clear()
    onQuoteDropped()
    toldTyping.current = 0
    tellPresence(ticket.id, 'viewing')
    area.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // the first press ends the quoting, the next one leaves the field, so that single keys work again
      event.stopPropagation()
      if (quoted !== null) onQuoteDropped()
      else area.current?.blur()
    }
    if (event.key !== 'Enter') return
    const wanted = options.enterSends ? !event.shiftKey : event.ctrlKey || event.metaKey
    if (!wanted) return
    event.preventDefault()
    submit(attachments.files, false)
  }

  const onPaste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    attachments.add(files)
  }

  const insert = (emoji: string): void => {
    const at = area.current?.selectionStart ?? text.length
    type(text.slice(0, at) + emoji + text.slice(area.current?.selectionEnd ?? at))
    area.current?.focus()
  }

  if (recorder.state === 'recording') {
    return (
      <VoiceBar
        recorder={recorder}
        onDone={(file) => {
          if (file !== null) submit([file], true)
        }}
      />
    )
  }
  const empty = text.trim() === '' && attachments.files.length === 0
  return (
    <section className={styles.composer} aria-label={t('inbox:composer.label')}>
      {quoted !== null && (
        <div className={styles.reply}>
          <Quote quoted={quoted} />
          <Button
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('inbox:composer.dropQuote')}
            title={t('inbox:composer.dropQuote')}
            onClick={onQuoteDropped}
          />
        </div>
      )}
      <Attachments {...attachments} />
      {recorder.state === 'denied' && (
        <p role="alert" className={styles.denied}>
          {t('inbox:composer.microphoneDenied')}
        </p>
      )}
      <div className={styles.row}>
        <EmojiButton onPick={insert} />
        <Tooltip title={t('inbox:composer.attach')}>
          <Button
            type="text"
            icon={<PaperClipOutlined />}
            aria-label={t('inbox:composer.attach')}
            onClick={attachments.browse}
          />
        </Tooltip>
        <Input.TextArea
          ref={(handle) => {
            area.current = handle?.resizableTextArea?.textArea ?? null
          }}
          id="composer"
          className={styles.text}
          aria-label={t('inbox:composer.label')}
          placeholder={t('inbox:composer.placeholder')}
          autoSize={{ minRows: 1, maxRows: 5 }}
          maxLength={60_000}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <ComposerOptions {...options} />
        {empty ? (
          <Tooltip title={t('inbox:composer.record')}>
            <Button
              type="text"
              icon={<AudioOutlined />}
              aria-label={t('inbox:composer.record')}
              loading={recorder.state === 'asking'}
              onClick={() => void recorder.start()}
            />
          </Tooltip>
        ) : (
          <Button
            type="primary"
            shape="circle"
            icon={<SendOutlined />}
            aria-label={t('inbox:composer.send')}
            title={t('inbox:composer.send')}
            onClick={() => submit(attachments.files, false)}
          />
        )}
      </div>
    </section>
  )
}
