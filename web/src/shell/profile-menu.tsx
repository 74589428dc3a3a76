import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import { LANGUAGES } from '@guiche/contracts/languages.js'
import Dropdown from 'antd/es/dropdown/index.js'
import { type ReactNode, useState } from 'react'
import { useUser } from '../base/access.js'
import { useAppDispatch, useAppSelector } from '../base/hooks.js'
import { useChooseLanguage } from '../components/use-language.js'
import { UserAvatar } from '../components/user-avatar.js'
import { currentLanguage, LANGUAGE_NAMES } from '../i18n/i18n.js'
import { useTranslation } from '../i18n/use-translation.js'
import { THEMES, type Theme, themeChosen } from '../theme/preferences.js'
import styles from './app-bar.module.css'
import type { ShellDialog } from './use-shell-commands.js'

/** The text of each theme as a command. */
const THEME_TEXTS = {
  light: 'common:bar.light',
  dark: 'common:bar.dark',
  system: 'common:bar.system',
} as const satisfies Record<Theme, string>

/** A menu entry of a group with one choice. */
const choiceEntry = (key: string, label: ReactNode, chosen: boolean, onClick: () => void) => ({
  key,
  label,
  onClick,
  role: 'menuitemradio',
  'aria-checked': chosen,
  extra: chosen && <CheckOutlined aria-hidden />,
})

/** The user's own menu: profile, theme, language, list of keys. */
export const ProfileMenu = ({ onDialog }: { onDialog: (dialog: ShellDialog) => void }) => {
  const { t } = useTranslation()
  const { name } = useUser()
  const dispatch = useAppDispatch()
  const chooseLanguage = useChooseLanguage()
  const theme = useAppSelector(({ preferences }) => preferences.theme)
  const [open, setOpen] = useState(false)
  const items = [
    { key: 'profile', label: t('common:bar.profile'), onClick: () => onDialog('profile') },
    {
      key: 'shortcuts',
      label: t('common:shortcuts.title'),
      extra: '?',
      onClick: () => onDialog('shortcuts'),
    },
    { key: 'reload', label: t('common:bar.reload'), onClick: () => location.reload() },
    {
      key: 'theme',
      type: 'group' as const,
      label: t('common:bar.theme'),
      children: THEMES.map((one) =>
        choiceEntry(one, t(THEME_TEXTS[one]), one === theme, () => void dispatch(themeChosen(one))),
      ),
    },
    {
      key: 'language',
      type: 'group' as const,
      label: t('common:bar.language'),
      children: LANGUAGES.map((one) =>
        choiceEntry(one, <span lang={one}>{LANGUAGE_NAMES[one]}</span>, one === currentLanguage(), () =>
          chooseLanguage(one),
        ),
      ),
    },
  ]
  return (
    <Dropdown trigger={['click']} open={open} onOpenChange={setOpen} menu={{ items }} placement="bottomRight">
      <button
        type="button"
        className={styles.profile}
        aria-label={t('common:bar.account')}
        data-hint={t('common:bar.account')}
        aria-haspopup="menu"
        aria-expanded={open}
      >
        <UserAvatar name={name} size={30} />
      </button>
    </Dropdown>
  )
}
