import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import type { Bill } from '@guiche/contracts/bot/bills.js'
import type { BotConfig, BotOption } from '@guiche/contracts/bot/config.js'
import { BOT_TEXTS } from '@guiche/contracts/bot/own-texts.js'
import { type PlayedMessage, playBills, playTurn } from '@guiche/contracts/bot/play.js'
import { BOT_START, type BotState } from '@guiche/contracts/bot/state.js'
import { botWords } from '@guiche/contracts/bot/words.js'
import Button from 'antd/es/button/index.js'
import Input from 'antd/es/input/index.js'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../base/access.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { RichText } from '../inbox/message/rich-text.js'
import styles from './options.module.css'

interface Line {
  readonly key: number
  readonly by: 'bot' | 'contact' | 'note'
  readonly text: string
  /** names of the message's files */
  readonly files?: readonly string[]
}
interface PlayedLines {
  readonly lines: readonly Line[]
  readonly state: BotState
}
interface Props {
  readonly queueId: number
  readonly name: string
  readonly greeting: string
  readonly options: readonly BotOption[]
  /** whether the queue sends bills */
  readonly bills: boolean
  /** names of the options' file lists, by id */
  readonly lists: ReadonlyMap<number, string>
}

/** A sample answer of a billing system. */
const SAMPLE: Bill = {
  ...{ cents: 9990, due: '2030-01-10' },
  line: '34191.79001 01043.510047 91020.150008 5 96610000009990',
  pix: '00020126580014br.gov.bcb.pix0136exemplo5204000053039865802BR6304ABCD',
}

/** Default maximum of misunderstood answers. */
const MAX_MISUNDERSTOOD = 3

/** The preview stores no files, so it counts none. */
const NO_LISTS: ReadonlyMap<number, number> = new Map()

/** A chat with this queue's bot, with the editor's unsaved menu. */
export const BotPreview = ({ queueId, name, greeting, options, bills, lists }: Props) => {
  const { t } = useTranslation()
  // the bot uses the company's language
  const { language, settings } = useUser().company
  const personWords = settings.find(({ key }) => key === 'botPersonWords')?.value ?? ''
  const [played, setPlayed] = useState<PlayedLines>({ lines: [], state: { ...BOT_START, queueId } })
  const [text, setText] = useState('')
  const end = useRef<HTMLDivElement>(null)
  const { lines, state } = played
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is said is brought into view
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [lines.length])

  const config: BotConfig = {
    ...{
      greeting: '',
      media: null,
      foreign: null,
      most: MAX_MISUNDERSTOOD,
      pauseMinutes: 0,
      defaultQueueId: null,
    },
    listSizes: NO_LISTS,
    queues: [{ id: queueId, name, greeting, options, bills }],
    texts: BOT_TEXTS[language],
    words: botWords(personWords, language),
  }
  const say = (said: string, { lines: before, state: from }: PlayedLines): PlayedLines => {
    // a fast tester must not count as a robot: each message comes a minute later
    const now = new Date(Date.now() + before.length * 60_000).toISOString()
    const moment = { now, closed: false }
    const own = { by: 'contact' as const, text: said }
    const turn = playTurn(from, { text: said }, config, moment)
    const asks = turn.state.at === 'bills' && from.at !== 'bills'
    const answered = asks ? playBills(turn.state, [SAMPLE], config, moment) : null
    const filesOf = (one: PlayedMessage): readonly string[] => {
      if ('file' in one) return [one.file]
      return 'fileListId' in one ? [lists.get(one.fileListId) ?? ''] : []
    }
    const linesOf = (says: readonly PlayedMessage[] | null) =>
      (says ?? []).map((one) => ({
        ...{ by: 'bot' as const, text: 'text' in one ? one.text : '' },
        files: filesOf(one),
      }))
    const texts =
      turn.says === null
        ? [{ by: 'note' as const, text: t('queue-options:try.silent') }]
        : [
            ...linesOf(turn.says),
            ...(asks ? [{ by: 'note' as const, text: t('queue-options:try.asks') }] : []),
            ...linesOf(answered?.says ?? null),
          ]
    const next = (answered ?? turn).state
    const leaves = next.at === 'left' && from.at !== 'left'
    const ending = answered?.closes ? 'closed' : 'over'
    const over = leaves ? [{ by: 'note' as const, text: t(`queue-options:try.${ending}`) }] : []
    const fresh = [own, ...texts, ...over].map((line, at) => ({ ...line, key: before.length + at }))
    return { lines: [...before, ...fresh], state: next }
  }
  const start = () =>
    setPlayed(say(t('queue-options:try.hello'), { lines: [], state: { ...BOT_START, queueId } }))
  const send = () => {
    if (text.trim() === '') return
    setPlayed(say(text, { lines, state }))
    setText('')
  }

  return (
    <section className={styles.try} aria-label={t('queue-options:try.title')}>
      <header className={styles.tryHeader}>
        <h3>{t('queue-options:try.title')}</h3>
        <Button size="small" onClick={start}>
          {t(lines.length === 0 ? 'queue-options:try.start' : 'queue-options:try.again')}
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div className={styles.chat} role="log" tabIndex={0} aria-label={t('queue-options:try.chat')}>
        {lines.length === 0 && <p className={styles.quiet}>{t('queue-options:try.hint')}</p>}
        {lines.map(({ key, by, text: said, files = [] }) => (
          <div key={key} className={styles[by]}>
            {files.map((file) => (
              <span key={file} className={styles.file}>
                <PaperClipOutlined aria-hidden="true" /> {file}
              </span>
            ))}
            <RichText text={said} />
          </div>
        ))}
        <div ref={end} />
      </div>
      <div className={styles.say}>
        <Input
          value={text}
          disabled={lines.length === 0}
          autoComplete="off"
          aria-label={t('queue-options:try.answer')}
          placeholder={t('queue-options:try.answer')}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={(event) => {
            // the dialog around it is a form
            event.preventDefault()
            send()
          }}
        />
        <Button disabled={lines.length === 0} onClick={send}>
          {t('queue-options:try.send')}
        </Button>
      </div>
    </section>
  )
}
