import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import MoonOutlined from '@ant-design/icons/es/icons/MoonOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined'
import dayjs from 'dayjs'
import { useUser } from '../base/access.js'
import { useAppDispatch, useAppSelector } from '../base/hooks.js'
import { IconButton } from '../components/icon-button.js'
import { UserAvatar } from '../components/user-avatar.js'
import { useTranslation } from '../i18n/use-translation.js'
import { themeChosen } from '../theme/preferences.js'
import styles from './app-bar.module.css'
import { LanguageMenu } from './language-menu.js'
import { NotificationBell } from './notification-bell.js'
import type { useNarrowMenu } from './use-narrow-menu.js'
import type { ShellDialog } from './use-shell-commands.js'

interface Props {
  /** of narrow windows */
  readonly menu: Pick<ReturnType<typeof useNarrowMenu>, 'open' | 'setOpen' | 'opener'>
  readonly onDialog: (dialog: ShellDialog) => void
}

/** Greets, says until when the company is active, and holds what belongs to the person rather than to a page. */
export const AppBar = ({ menu, onDialog }: Props) => {
  const { t } = useTranslation()
  const user = useUser()
  const dispatch = useAppDispatch()
  const dark = useAppSelector((state) => state.preferences.scheme === 'dark')
  const { dueDate } = user.company

  return (
    <header className={styles.bar}>
      <IconButton
        ref={menu.opener}
        className={styles.burger}
        label={t('common:menu.open')}
        aria-expanded={menu.open}
        onClick={() => menu.setOpen(true)}
      >
        <MenuOutlined />
      </IconButton>
      <p className={styles.greeting}>
        <span>{t('common:bar.greeting', { name: user.name })}</span>
        <span className={styles.company}>{user.company.name}</span>
        {user.profile === 'admin' && dueDate !== null && (
          <span className={styles.due}>
            {t('common:bar.activeUntil', { date: dayjs(dueDate).format('DD/MM/YYYY') })}
          </span>
        )}
      </p>
      <button type="button" className={styles.search} onClick={() => onDialog('palette')}>
        <SearchOutlined />
        <span>{t('common:palette.open')}</span>
      </button>
      <IconButton
        label={t(dark ? 'common:bar.light' : 'common:bar.dark')}
        onClick={() => dispatch(themeChosen(dark ? 'light' : 'dark'))}
      >
        {dark ? <SunOutlined /> : <MoonOutlined />}
      </IconButton>
      <LanguageMenu />
      <IconButton label={t('common:bar.reload')} onClick={() => location.reload()}>
        <ReloadOutlined />
      </IconButton>
      <NotificationBell />
      <button
        type="button"
        className={styles.profile}
        aria-label={t('common:bar.profile')}
        title={t('common:bar.profile')}
        onClick={() => onDialog('profile')}
      >
        <UserAvatar name={user.name} size={30} />
      </button>
    </header>
  )
}
