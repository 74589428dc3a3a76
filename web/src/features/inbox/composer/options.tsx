import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import Button from 'antd/es/button/index.js'
import Checkbox from 'antd/es/checkbox/index.js'
import Popover from 'antd/es/popover/index.js'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readStored, store } from '../../../app/storage.js'
import { useEscape } from '../use-escape.js'
import styles from './composer.module.css'

export interface ComposerSettings {
  /** the own name stands above the text */
  readonly sign: boolean
  /** Enter sends, Shift+Enter breaks the line; else Ctrl/Cmd+Enter sends */
  readonly enterSends: boolean
  setSign(on: boolean): void
  setEnterSends(on: boolean): void
}

/** How this person writes; kept in this browser. */
export const useComposerOptions = (): ComposerSettings => {
  const [sign, setSign] = useState(() => readStored('signOption') !== 'false')
  const [enterSends, setEnterSends] = useState(() => readStored('guiche.enterSends') !== 'false')
  return {
    sign,
    enterSends,
    setSign: (on) => {
      setSign(on)
      store('signOption', String(on))
    },
    setEnterSends: (on) => {
      setEnterSends(on)
      store('guiche.enterSends', String(on))
    },
  }
}

export const ComposerOptions = (settings: ComposerSettings) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  useEscape(
    open,
    useCallback(() => setOpen(false), []),
  )
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="topRight"
      content={
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
      }
    >
      <Button
        type="text"
        icon={<SettingOutlined aria-hidden />}
        aria-label={t('inbox:composer.options')}
        title={t('inbox:composer.options')}
        aria-expanded={open}
      />
    </Popover>
  )
}
