import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import SendOutlined from '@ant-design/icons/es/icons/SendOutlined'
import Button from 'antd/es/button/index.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { formatDuration } from '../model/format.js'
import styles from './composer.module.css'
import { KeptPlayer } from './kept-player.js'
import type { Recorder } from './use-recorder.js'

interface Props {
  readonly recorder: Recorder
  readonly onSend: () => void
}

/** A running or kept recording: its loudness and length, with buttons to listen, discard or send. */
export const VoiceBar = ({ recorder, onSend }: Props) => {
  const { t } = useTranslation()
  const { kept } = recorder
  return (
    <section
      className={styles.voice}
      aria-label={t(kept !== null ? 'inbox:composer.recorded' : 'inbox:composer.recording')}
      onKeyDown={(event) => {
        if (kept !== null) return
        if (event.key === 'Escape') recorder.cancel()
        if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
      }}
    >
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('inbox:composer.cancelRecording')}
        title={t('inbox:composer.cancelRecording')}
        onClick={recorder.cancel}
      />
      {kept !== null ? (
        <KeptPlayer recorded={kept} />
      ) : (
        <>
          <span className={styles.dot} aria-hidden />
          <span role="timer" className={styles.timer}>
            {formatDuration(recorder.elapsed)}
          </span>
          <span className={styles.meter} aria-hidden>
            <span className={styles.level} style={{ inlineSize: `${Math.round(recorder.level * 100)}%` }} />
          </span>
        </>
      )}
      <Button
        type="primary"
        shape="circle"
        icon={<SendOutlined />}
        // a returning user must not send the kept recording by a key meant for another element
        autoFocus={kept === null}
        aria-label={t('inbox:composer.sendRecording')}
        title={t('inbox:composer.sendRecording')}
        onClick={onSend}
      />
    </section>
  )
}
