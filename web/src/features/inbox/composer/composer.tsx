import AudioOutlined from '@ant-design/icons/es/icons/AudioOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import FormOutlined from '@ant-design/icons/es/icons/FormOutlined'
import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import SendOutlined from '@ant-design/icons/es/icons/SendOutlined'
import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import { isEmptyText, signText } from '@guiche/contracts/message/signature.js'
import type { MessageRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import type { TFunction } from 'i18next'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { coarsePointer } from '../../../base/coarse-pointer.js'
import { useAppDispatch, useAppSelector } from '../../../base/hooks.js'
import { useConfirm } from '../../../components/confirm/confirm.js'
import { GrowingText } from '../../../components/form/growing-text.js'
import { IconButton } from '../../../components/icon-button.js'
import { lazyDialog } from '../../../components/lazy-dialog.js'
import { toastShown } from '../../../components/toasts/toasts.js'
import { joinNames } from '../../../i18n/i18n.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { ShownOf } from '../../../records/record-api.js'
import { showQuickUse } from '../../quick-messages/api.js'
import { useActionHint } from '../actions/action-buttons.js'
import { TICKET_ACTIONS } from '../actions/ticket-actions.js'
import { attachedKey } from '../kept-attachments.js'
import { Quote } from '../message/quote.js'
import { asksForQuick, QUICK_LIST, QUICK_SIGN } from '../model/quick-list.js'
import { type Message, sendNow } from '../sending.js'
import { useColleagues } from '../use-activity.js'
import { Attachments } from './attachments.js'
import styles from './composer.module.css'
import { EmojiButton } from './emoji-button.js'
import { FullText } from './full-text.js'
import { ComposerOptions, useComposerOptions } from './options.js'
import { pastedFiles } from './pasted-files.js'
import { isFileGone } from './quick-file.js'
import { SendLater } from './send-later.js'
import { useAttachments } from './use-attachments.js'
import { useCaret } from './use-caret.js'
import { useDraft } from './use-draft.js'
import { useQuick } from './use-quick.js'
import { useRecorder } from './use-recorder.js'
import { useTyping } from './use-typing.js'
import { VoiceBar } from './voice-bar.js'
import { Warnings } from './warnings.js'

/** Characters of a text; a signature and the values of variables still fit into a message. */
const MAX_TEXT = 60_000

const QuickMessages = lazyDialog(() => import('./quick-messages.js').then((m) => m.QuickMessages))

/** The question before two users answer the same contact. */
const alsoAnswers = (t: TFunction, names: readonly string[]) => ({
  title: t('inbox:presence.bothTitle', { names: joinNames(names), count: names.length }),
  text: t('inbox:presence.bothText'),
  confirm: t('inbox:presence.bothSend'),
})

interface Props {
  readonly ticket: TicketRecord
  readonly quoted: MessageRecord | null
  readonly onQuoteDropped: () => void
  /** key of the visit that focuses the composer, or null */
  readonly focused: string | null
  /** files dropped on the conversation */
  readonly dropped: readonly File[]
  readonly onDroppedTaken: () => void
  /** opens the field for a note instead */
  readonly onNote: () => void
}

/** The field for an answer: up to five rows of text, emoji, files, voice. Typed text is kept per ticket. */
export const Composer = (props: Props) => {
  const { ticket, quoted, onQuoteDropped, focused, dropped, onDroppedTaken, onNote } = props
  const { t } = useTranslation()
  const hintOf = useActionHint()
  const dispatch = useAppDispatch()
  const user = useAppSelector(({ session }) => session.user)
  const [text, setText] = useDraft(ticket.id)
  const options = useComposerOptions()
  const key = attachedKey(user?.id ?? 0, ticket.id)
  const attachments = useAttachments(key, dropped, onDroppedTaken)
  const recorder = useRecorder(key)
  const hasVoice = recorder.state === 'recording' || recorder.state === 'kept'
  const area = useRef<HTMLTextAreaElement | null>(null)
  const { typed, stop } = useTyping(ticket.id, recorder.state === 'recording')
  const confirm = useConfirm()
  const answering = useColleagues(ticket.id)
    .filter(({ typing }) => typing)
    .map(({ name }) => name)
  const quick = useQuick(text)
  /** id of the quick reply that was inserted, or null */
  const begunWith = useRef<number | undefined>(undefined)
  const attached = useRef(attachments.files.length)
  const putCaret = useCaret(area, text)

  useEffect(() => {
    if (focused !== null) area.current?.focus()
  }, [focused])
  useEffect(() => {
    if (quoted !== null) area.current?.focus()
  }, [quoted])

  // focuses the text after a recording is sent or discarded
  useEffect(() => (hasVoice ? () => area.current?.focus() : undefined), [hasVoice])

  // After a button added or removed a file, the focus goes to the text: its caption, or Enter.
  useEffect(() => {
    if (attachments.files.length === attached.current) return
    attached.current = attachments.files.length
    area.current?.focus()
  }, [attachments.files.length])

  const type = (next: string): void => {
    setText(next)
    if (next !== '') return typed()
    stop()
    // without the file the text is a new message
    if (attachments.files.length === 0) begunWith.current = undefined
  }

  /** Asks for a confirmation if a colleague is answering, too. Gives whether to send. */
  const maySend = async (): Promise<boolean> =>
    answering.length === 0 || (await confirm(alsoAnswers(t, answering)))

  const send = (
    message: Pick<Message, 'body' | 'files' | 'captions' | 'voice' | 'quickmessageId' | 'fileList'>,
  ): void => {
    void dispatch(sendNow({ ...message, ticketId: ticket.id, contactId: ticket.contactId, quoted }))
    onQuoteDropped()
    stop()
    area.current?.focus()
  }

  const submit = async (): Promise<void> => {
    const { files, list, captionOf, coming, clear } = attachments
    const plain = isEmptyText(text) ? '' : text.trim()
    // the slash that lists quick replies is not a message
    if (plain === QUICK_SIGN) return
    if ((plain === '' && files.length === 0 && list === null) || coming || !(await maySend())) return
    const body = signText(plain, options.sign ? (user?.name ?? null) : null)
    const { current: quickmessageId } = begunWith
    begunWith.current = undefined
    send({
      body,
      files,
      captions: files.map(captionOf),
      voice: false,
      quickmessageId,
      fileList: list ?? undefined,
    })
    if (quickmessageId !== undefined) dispatch(showQuickUse(quickmessageId))
    setText('')
    clear()
  }

  /** The recording pauses for the question, and continues after a no. Text and attachments stay. */
  const submitRecording = async (): Promise<void> => {
    recorder.pause()
    if (!(await maySend())) return recorder.resume()
    const file = await recorder.finish()
    if (file !== null) send({ body: '', files: [file], captions: [], voice: true })
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || quick.takes(event)) return
    if (event.key === 'Escape') {
      // the first press ends the quote, the second leaves the field, so that single keys act again
      event.stopPropagation()
      if (quoted !== null) onQuoteDropped()
      else area.current?.blur()
    }
    if (event.key !== 'Enter') return
    const wanted = options.enterSends ? !event.shiftKey : event.ctrlKey || event.metaKey
    if (!wanted) return
    event.preventDefault()
    void submit()
  }

  const onPaste = (event: ClipboardEvent): void => {
    const files = pastedFiles(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    attachments.add(files)
  }

  const insert = (emoji: string): void => {
    const at = area.current?.selectionStart ?? text.length
    putCaret(at + emoji.length)
    type(text.slice(0, at) + emoji + text.slice(area.current?.selectionEnd ?? at))
    area.current?.focus()
  }

  /** The first file's caption is the composer's text: if another file becomes the first, its caption moves there. */
  const removeFile = (file: File): void => {
    const next = attachments.files[0] === file ? attachments.files[1] : undefined
    const caption = next === undefined ? '' : attachments.captionOf(next).trim()
    if (next !== undefined && caption !== '') {
      attachments.setCaption(next, '')
      type(text.trim() === '' ? caption : `${text}\n${caption}`)
    }
    if (text.trim() === '' && attachments.files.length === 1) begunWith.current = undefined
    attachments.remove(file)
  }

  const takeQuick = (
    filled: string,
    { id, mediaPath, mediaName, fileList }: ShownOf<'quickmessage'>,
  ): void => {
    setText(filled)
    begunWith.current = id
    attachments.setList(fileList)
    area.current?.focus()
    if (mediaPath === null) return
    const name = mediaName ?? ''
    attachments.addStored(mediaPath, name).catch(async () => {
      const what = (await isFileGone(mediaPath)) ? 'fileGone' : 'fileFailed'
      dispatch(toastShown({ tone: 'failed', text: t(`inbox:quick.${what}`, { name }) }))
    })
  }

  /** The button types or removes the slash. */
  const toggleQuick = (): void => {
    quick.reopen()
    type(quick.offered ? '' : QUICK_SIGN)
    putCaret(QUICK_SIGN.length)
    area.current?.focus()
  }

  if (hasVoice) {
    return <VoiceBar recorder={recorder} onSend={() => void submitRecording()} />
  }
  const hasFiles = attachments.files.length > 0 || attachments.list !== null
  const empty = isEmptyText(text) && !hasFiles && !attachments.coming
  return (
    <section className={styles.composer} aria-label={t('inbox:composer.label')}>
      {quick.offered && (
        <QuickMessages
          typed={text}
          ticket={ticket}
          onChoose={takeQuick}
          onClose={quick.onClose}
          keys={quick.keys}
          onMarked={quick.onMarked}
        />
      )}
      {quoted !== null && (
        <div className={styles.reply}>
          <Quote quoted={quoted} />
          <IconButton label={t('inbox:composer.dropQuote')} onClick={onQuoteDropped}>
            <CloseOutlined />
          </IconButton>
        </div>
      )}
      <Attachments attachments={attachments} onRemove={removeFile} onEnter={() => void submit()} />
      <FullText text={text} most={MAX_TEXT} />
      <Warnings text={text} answering={answering} isDenied={recorder.state === 'denied'} />
      <div className={styles.row} data-writing={!empty}>
        <span className={styles.emoji}>
          <EmojiButton onPick={insert} />
        </span>
        <IconButton label={t('inbox:composer.attach')} onClick={attachments.browse}>
          <PaperClipOutlined />
        </IconButton>
        <IconButton
          label={t('inbox:composer.quick')}
          className={styles.quick ?? ''}
          aria-expanded={quick.offered}
          disabled={text !== '' && !asksForQuick(text)}
          onClick={toggleQuick}
        >
          <ThunderboltOutlined />
        </IconButton>
        <GrowingText
          ref={area}
          id="composer"
          className={styles.text}
          aria-label={t('inbox:composer.label')}
          // on a phone there is space for one line with few words
          placeholder={t(
            coarsePointer.matches ? 'inbox:composer.placeholderShort' : 'inbox:composer.placeholder',
          )}
          maxLength={MAX_TEXT}
          aria-autocomplete="list"
          aria-controls={quick.marked === undefined ? undefined : QUICK_LIST}
          aria-activedescendant={quick.marked}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <span className={styles.aside}>
          <IconButton
            label={t(TICKET_ACTIONS.note.text)}
            data-hint={hintOf({ ...TICKET_ACTIONS.note, label: t(TICKET_ACTIONS.note.text) })}
            onClick={onNote}
          >
            <FormOutlined />
          </IconButton>
          <ComposerOptions {...options} />
        </span>
        {empty ? (
          <IconButton
            label={t('inbox:composer.record')}
            disabled={recorder.state === 'asking'}
            // the second press of a double click was for the send button, which was at this place
            onMouseDown={(event) => event.detail > 1 && event.preventDefault()}
            onClick={({ detail }) => detail < 2 && void recorder.start()}
          >
            {recorder.state === 'asking' ? <LoadingOutlined /> : <AudioOutlined />}
          </IconButton>
        ) : (
          <>
            <SendLater ticket={ticket} text={text} hasFiles={hasFiles} onSaved={() => type('')} />
            <IconButton
              primary
              label={t('inbox:composer.send')}
              disabled={attachments.coming}
              onClick={() => void submit()}
            >
              {attachments.coming ? <LoadingOutlined /> : <SendOutlined />}
            </IconButton>
          </>
        )}
      </div>
    </section>
  )
}
