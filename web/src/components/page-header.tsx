import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import Button from 'antd/es/button/index.js'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.js'
import { MenuButton } from './menu-button.js'
import styles from './page-header.module.css'

/** A secondary action of a page: a button, and on a phone an entry of the header's menu. */
export interface PageAction {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  /** the action is running */
  readonly busy?: boolean
  readonly run: () => void
}

interface Props {
  readonly title: string
  readonly hint?: string | undefined
  /** level of the title: 2 for a part of a page */
  readonly level?: 2 | undefined
  readonly more?: readonly PageAction[] | undefined
  /** the primary button */
  readonly button?: ReactNode
  /** the search or the filters of the list */
  readonly children?: ReactNode
}

/** Both forms of the secondary actions; CSS shows one. */
const MoreActions = ({ actions }: { readonly actions: readonly PageAction[] }) => {
  const { t } = useTranslation()
  const items = actions.map(({ key, label, icon, busy, run }) => ({
    ...{ key, label, icon, onClick: run },
    disabled: busy === true,
  }))
  return (
    <>
      {actions.map(({ key, label, icon, busy = false, run }) => (
        <Button key={key} className={styles.wide ?? ''} icon={icon} loading={busy} onClick={run}>
          {label}
        </Button>
      ))}
      <span className={styles.narrow}>
        <MenuButton label={t('common:actions')} menu={{ items }} placement="bottomRight">
          <MoreOutlined />
        </MenuButton>
      </span>
    </>
  )
}

/**
 * Title of a page, with its actions and the filters of its list. On a phone the fields and the buttons share one line;
 * without fields the buttons stand beside the title.
 */
export const PageHeader = ({ title, hint, level, more = [], button, children }: Props) => {
  const Title = level === 2 ? 'h2' : 'h1'
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        <Title className={styles.title}>{title}</Title>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
      <div className={styles.actions}>
        {children && <div className={styles.fields}>{children}</div>}
        {more.length > 0 && <MoreActions actions={more} />}
        {button}
      </div>
    </header>
  )
}
