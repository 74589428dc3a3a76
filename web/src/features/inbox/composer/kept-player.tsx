import CaretRightFilled from '@ant-design/icons/es/icons/CaretRightFilled'
import PauseOutlined from '@ant-design/icons/es/icons/PauseOutlined'
import Button from 'antd/es/button/index.js'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { RecordedVoice } from '../kept-attachments.js'
import { formatDuration } from '../model/format.js'
import styles from './composer.module.css'

/** Plays a recording before it is sent or discarded: button and time. */
export const KeptPlayer = ({ recorded: { file, elapsed } }: { readonly recorded: RecordedVoice }) => {
  const { t } = useTranslation()
  const audio = useRef<HTMLAudioElement>(null)
  const [state, setState] = useState<'paused' | 'playing' | 'failed'>('paused')
  const [at, setAt] = useState(0)
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  const toggle = (): void => {
    if (state === 'playing') audio.current?.pause()
    else audio.current?.play().catch(() => setState('failed'))
  }
  const length = formatDuration(elapsed)
  const label = t(state === 'playing' ? 'inbox:voice.pause' : 'inbox:voice.play', { length })
  return (
    <>
      <Button
        type="text"
        icon={state === 'playing' ? <PauseOutlined /> : <CaretRightFilled />}
        aria-label={label}
        title={label}
        onClick={toggle}
      />
      <span role="timer" className={styles.timer}>
        {at > 0 ? formatDuration(at * 1000) : length}
      </span>
      <span className={styles.kept} role={state === 'failed' ? 'alert' : undefined}>
        {t(state === 'failed' ? 'inbox:voice.failed' : 'inbox:composer.recorded')}
      </span>
      <audio
        ref={audio}
        src={url}
        onPlay={() => setState('playing')}
        onPause={() => setState('paused')}
        onEnded={() => setAt(0)}
        onTimeUpdate={() => setAt(audio.current?.currentTime ?? 0)}
      />
    </>
  )
}
