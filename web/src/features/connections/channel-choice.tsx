import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './connections.module.css'

type Channel = ConnectionRecord['channel']
const CHANNELS = ['whatsapp', 'simulator'] as const satisfies readonly Channel[]

/** A choice for a form: a real number, or a phone of the simulator for trials. */
export const ChannelChoice = (props: { value?: Channel; onChange?: (channel: Channel) => void }) => {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.channels} role="radiogroup" aria-label={t('connections:field.channel')}>
        {CHANNELS.map((channel) => (
          // biome-ignore lint/a11y/useSemanticElements: a radio cannot hold two lines and look like a card
          <button
            key={channel}
            type="button"
            role="radio"
            aria-checked={props.value === channel}
            className={styles.channel}
            onClick={() => props.onChange?.(channel)}
          >
            <strong>{t(`connections:channel.${channel}`)}</strong>
            <small>{t(`connections:channelHint.${channel}`)}</small>
          </button>
        ))}
      </div>
      {props.value === 'simulator' && (
        <a href="/simulator" target="_blank" rel="noreferrer">
          {t('connections:openSimulator')}
        </a>
      )}
    </>
  )
}
