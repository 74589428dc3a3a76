import AudioOutlined from '@ant-design/icons/es/icons/AudioOutlined'
import CaretRightFilled from '@ant-design/icons/es/icons/CaretRightFilled'
import CustomerServiceOutlined from '@ant-design/icons/es/icons/CustomerServiceOutlined'
import PauseOutlined from '@ant-design/icons/es/icons/PauseOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useAppSelector } from '../../../base/hooks.js'
import { UserAvatar } from '../../../components/user-avatar.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useUserNames } from '../message/use-user-names.js'
import { formatDuration } from '../model/format.js'
import { BARS_BOX, barsOf, markHeard, speedNow, switchSpeed, useHeard, useSpeed } from '../model/voice.js'
import styles from './voice-note.module.css'

/** The voice note that is playing: only one plays at a time. */
let playing: HTMLAudioElement | null = null

/** State and actions of a player. `seconds`: length by the message, null if unknown. */
const usePlayer = (id: string, seconds: number | null) => {
  const audio = useRef<HTMLAudioElement>(null)
  const speed = useSpeed()
  const [state, setState] = useState<'paused' | 'playing' | 'failed'>('paused')
  const [at, setAt] = useState(0)
  const [learned, setLearned] = useState<number | null>(null)
  const length = learned ?? seconds ?? 0
  useEffect(() => {
    if (audio.current !== null) audio.current.playbackRate = speed
  }, [speed])
  // stops when the conversation closes
  useEffect(() => {
    const element = audio.current
    return () => element?.pause()
  }, [])
  useEffect(() => {
    if (state !== 'failed') return
    const again = (): void => {
      audio.current?.load()
      setState('paused')
    }
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [state])
  return {
    speed,
    state,
    at: Math.min(at, length),
    length,
    toggle: (): void => {
      const element = audio.current
      if (element === null) return
      if (!element.paused) return element.pause()
      if (playing !== element) playing?.pause()
      playing = element
      // a failed load must be started again
      if (element.error !== null) element.load()
      element.playbackRate = speedNow()
      element.play().catch(() => setState(element.error === null ? 'paused' : 'failed'))
    },
    seek: (to: number): void => {
      setAt(to)
      if (audio.current !== null) audio.current.currentTime = to
    },
    element: {
      ref: audio,
      preload: 'none',
      onPlay: () => {
        setState('playing')
        markHeard(id)
      },
      onPause: () => setState('paused'),
      onEnded: () => setAt(0),
      onError: () => setState('failed'),
      onTimeUpdate: () => setAt(audio.current?.currentTime ?? 0),
      onLoadedMetadata: () => {
        const found = audio.current?.duration ?? 0
        if (Number.isFinite(found) && found > 0) setLearned(found)
      },
    } as const,
  }
}

interface Props {
  readonly message: MessageRecord
  readonly url: string
  /** time and delivery status */
  readonly meta: ReactNode
}

/** The speaker's name; undefined for a message from our phone. */
const useAuthor = ({ fromMe, userId, contact }: MessageRecord): string | undefined => {
  const me = useAppSelector(({ session }) => session.user)
  const nameOf = useUserNames([userId])
  if (!fromMe) return contact?.name
  if (userId === null) return undefined
  return userId === me?.id ? me.name : nameOf(userId)
}

/** A voice note or sound file: plays at a remembered speed, with a waveform to seek. */
export const VoiceNote = ({ message, url, meta }: Props) => {
  const { t, i18n } = useTranslation()
  const { id, fromMe, voice, waveform, mediaName } = message
  const { state, at, length, speed, toggle, seek, element } = usePlayer(id, message.mediaSeconds)
  const heard = useHeard(id)
  const times = speed.toLocaleString(i18n.language)
  const bars = useMemo(() => barsOf(waveform), [waveform])
  const played = fromMe ? message.ack >= 5 : heard
  const isPlaying = state === 'playing'
  const author = useAuthor(message)
  const share = length === 0 ? 0 : (at / length) * 100
  const whole = formatDuration(length * 1000)
  return (
    <div className={styles.voice} data-state={state}>
      <span className={styles.who}>
        {!voice && <CustomerServiceOutlined className={styles.file} />}
        {voice && author !== undefined && (
          <UserAvatar
            name={author}
            picture={fromMe ? '' : (message.contact?.profilePicUrl ?? '')}
            size={40}
          />
        )}
        {voice && (
          <span
            className={author === undefined ? styles.file : styles.mark}
            role="img"
            aria-label={t(played ? 'inbox:voice.played' : 'inbox:voice.unplayed')}
            data-played={played}
          >
            <AudioOutlined />
          </span>
        )}
      </span>
      <button
        type="button"
        className={styles.toggle}
        aria-label={t(isPlaying ? 'inbox:voice.pause' : 'inbox:voice.play', { length: whole })}
        onClick={toggle}
      >
        {isPlaying ? <PauseOutlined /> : <CaretRightFilled />}
      </button>
      <span className={styles.middle}>
        <span className={styles.wave}>
          {[null, { clipPath: `inset(0 ${100 - share}% 0 0)` }].map((style) => (
            <svg
              key={String(style === null)}
              viewBox={BARS_BOX}
              preserveAspectRatio="none"
              aria-hidden="true"
              className={style === null ? styles.bars : styles.done}
              {...(style !== null && { style })}
            >
              <path d={bars} />
            </svg>
          ))}
          <input
            type="range"
            min={0}
            max={Math.max(length, 0.1)}
            step={0.1}
            value={at}
            aria-label={t('inbox:voice.place')}
            aria-valuetext={t('inbox:voice.placeOf', { at: formatDuration(at * 1000), length: whole })}
            onChange={({ target }) => seek(Number(target.value))}
          />
        </span>
        <span className={styles.below}>
          {state === 'failed' ? (
            <span className={styles.failed} role="alert">
              {t('inbox:voice.failed')}{' '}
              <a href={url} download={mediaName ?? ''}>
                {t('inbox:media.download')}
              </a>
            </span>
          ) : (
            <span className={styles.time}>{at > 0 ? formatDuration(at * 1000) : whole}</span>
          )}
          {!voice && <span className={styles.name}>{mediaName}</span>}
          {meta}
        </span>
      </span>
      <button
        type="button"
        className={styles.speed}
        aria-label={t('inbox:voice.speed', { speed: times })}
        title={t('inbox:voice.speed', { speed: times })}
        onClick={switchSpeed}
      >
        {times}×
      </button>
      <audio {...element} src={url} />
    </div>
  )
}
