import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import Checkbox from 'antd/es/checkbox/index.js'
import { useState } from 'react'
import { readStored, storeText } from '../../../base/storage.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './composer.module.css'
import { IconPopover } from './icon-popover.js'

export interface ComposerSettings {
  /** the user's name is added above the text */
  readonly sign: boolean
  /** Enter sends and Shift+Enter breaks the line; otherwise Ctrl/Cmd+Enter sends */
  readonly enterSends: boolean
  setSign(on: boolean): void
  setEnterSends(on: boolean): void
}

/** The composer's options of a user; kept in this browser. */
export const useComposerOptions = (): ComposerSettings => {
  const [sign, setSign] = useState(() => readStored('signOption') !== 'false')
  const [enterSends, setEnterSends] = useState(() => readStored('guiche.enterSends') !== 'false')
  return {
    sign,
    enterSends,
    setSign: (on) => {
      setSign(on)
      storeText('signOption', String(on))
    },
    setEnterSends: (on) => {
      setEnterSends(on)
      storeText('guiche.enterSends', String(on))
    },
  }
}

export const ComposerOptions = (settings: ComposerSettings) => {
  const { t } = useTranslation()
  return (
    <IconPopover icon={<SettingOutlined />} label={t('inbox:composer.options')} placement="topRight">
      {() => (
        <div className={styles.options}>
          <Checkbox checked={settings.sign} onChange={(event) => settings.setSign(event.target.checked)}>
            {t('inbox:composer.sign')}
          </Checkbox>
          <Checkbox
            checked={settings.enterSends}
            onChange={(event) => settings.setEnterSends(event.target.checked)}
          >
            {t('inbox:composer.enterSends')}
          </Checkbox>
        </div>
      )}
    </IconPopover>
  )
}
