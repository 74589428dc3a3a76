import SoundOutlined from '@ant-design/icons/es/icons/SoundOutlined'
import Slider from 'antd/es/slider/index.js'
import Switch from 'antd/es/switch/index.js'
import { useId, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../base/hooks.js'
import { playSound } from '../features/inbox/sounds.js'
import { useTranslation } from '../i18n/use-translation.js'
import { desktopChosen, pushPreviewChosen, volumeChosen } from '../theme/preferences.js'
import styles from './notification-settings.module.css'
import { CAN_PUSH } from './use-push.js'

const supported = typeof Notification !== 'undefined'

/** Volume of the sound (0 to 1), and desktop notifications if the browser has them. */
export const NotificationSettings = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const name = useId()
  const { volume, desktop, pushPreview } = useAppSelector((state) => state.preferences)
  const [permission, setPermission] = useState(supported ? Notification.permission : 'denied')

  const choose = async (on: boolean): Promise<void> => {
    if (on && permission === 'default') setPermission(await Notification.requestPermission())
    dispatch(desktopChosen(on && Notification.permission === 'granted'))
  }

  return (
    <div className={styles.settings}>
      <div className={styles.row}>
        <SoundOutlined />
        <span id={name} className={styles.label}>
          {t('common:notifications.volume')}
        </span>
        <Slider
          className={styles.slider ?? ''}
          ariaLabelledByForHandle={name}
          min={0}
          max={1}
          step={0.1}
          value={volume}
          onChange={(value) => dispatch(volumeChosen(value))}
          onChangeComplete={(value) => playSound('message', value)}
        />
      </div>
      {supported && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control
        <label className={styles.row}>
          <Switch
            size="small"
            checked={desktop && permission === 'granted'}
            disabled={permission === 'denied'}
            onChange={(on) => void choose(on)}
          />
          <span className={styles.label}>{t('common:notifications.desktop')}</span>
        </label>
      )}
      {CAN_PUSH && desktop && permission === 'granted' && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control
        <label className={styles.row}>
          <Switch
            size="small"
            checked={pushPreview}
            onChange={(shows) => dispatch(pushPreviewChosen(shows))}
          />
          <span className={styles.label}>{t('common:notifications.preview')}</span>
        </label>
      )}
      {supported && permission === 'denied' && (
        <p className={styles.hint}>{t('common:notifications.denied')}</p>
      )}
    </div>
  )
}
