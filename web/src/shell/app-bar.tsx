import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import dayjs from 'dayjs'
import { useUser } from '../base/access.js'
import { IconButton } from '../components/icon-button.js'
import { useTranslation } from '../i18n/use-translation.js'
import styles from './app-bar.module.css'
import { NotificationBell } from './notification-bell.js'
import { ProfileMenu } from './profile-menu.js'
import type { useNarrowMenu } from './use-narrow-menu.js'
import type { ShellDialog } from './use-shell-commands.js'

interface Props {
  /** the menu of narrow windows */
  readonly menu: Pick<ReturnType<typeof useNarrowMenu>, 'open' | 'setOpen' | 'opener'>
  readonly onDialog: (dialog: ShellDialog) => void
}

/** Greeting, the company's due date, and functions of the user rather than of a page. */
export const AppBar = ({ menu, onDialog }: Props) => {
  const { t } = useTranslation()
  const user = useUser()
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
      <div className={styles.own}>
        <NotificationBell />
        <ProfileMenu onDialog={onDialog} />
      </div>
    </header>
  )
}
