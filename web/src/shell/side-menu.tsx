import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined'
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined'
import MobileOutlined from '@ant-design/icons/es/icons/MobileOutlined'
import { SECTIONS } from '@guiche/contracts/menu.js'
import { type Ref, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useUser } from '../base/access.js'
import { sectionOf } from '../base/page.js'
import { Mark } from '../components/mark.js'
import { useConnectionTrouble } from '../features/connections/use-connection-trouble.js'
import { useLeave } from '../features/inbox/use-leave.js'
import { useSetupQuery, useVersionQuery } from '../features/session/api.js'
import { useTranslation } from '../i18n/use-translation.js'
import { MenuEntry } from './menu-entry.js'
import type { Page } from './pages.js'
import styles from './side-menu.module.css'
import { usePages } from './use-pages.js'

interface Props {
  /** icons only */
  readonly collapsed: boolean
  readonly onFold: () => void
  readonly ref: Ref<HTMLElement>
}

/** The pages that this user may see, by section; below them the version and sign-out. */
export const SideMenu = ({ collapsed, onFold, ref }: Props) => {
  const { t } = useTranslation()
  const user = useUser()
  const version = useVersionQuery().data?.version
  const simulator = useSetupQuery().data?.simulator === true && user.super
  const trouble = useConnectionTrouble()
  const leave = useLeave()
  const shown = usePages()
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const count = shown.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another page or more entries, the current one may be out of sight
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname, count, simulator])
  const entry = (page: Page) => (
    <MenuEntry
      key={page.path}
      to={page.path}
      exact={page.path === '/'}
      icon={<page.icon />}
      collapsed={collapsed}
      label={t(page.label)}
      warning={page.path === '/connections' && trouble ? t('common:menu.connectionTrouble') : undefined}
    />
  )

  return (
    <aside ref={ref} className={styles.menu} aria-label={t('common:menu.name')}>
      <div className={styles.head}>
        <Mark />
        <span className={styles.name}>{t('common:product')}</span>
      </div>
      <nav ref={nav} className={styles.nav}>
        {SECTIONS.map((section) => {
          const pages = shown.filter((page) => sectionOf(page, user) === section)
          if (pages.length === 0) return null
          return (
            <section key={section} className={styles.section} aria-labelledby={`menu-${section}`}>
              <h2 id={`menu-${section}`} className={styles.heading}>
                {t(`common:menu.${section}`)}
              </h2>
              <ul>
                {pages.map(entry)}
                {section === 'administration' && simulator && (
                  <MenuEntry
                    to="/simulator"
                    outside
                    collapsed={collapsed}
                    icon={<MobileOutlined />}
                    label={t('common:menu.simulator')}
                  />
                )}
              </ul>
            </section>
          )
        })}
      </nav>
      <div className={styles.foot}>
        <button type="button" className={styles.action} onClick={leave} title={t('common:menu.logout')}>
          <span className={styles.icon}>
            <LogoutOutlined />
          </span>
          <span className={styles.text}>{t('common:menu.logout')}</span>
        </button>
        <button
          type="button"
          className={`${styles.action} ${styles.fold}`}
          aria-expanded={!collapsed}
          aria-label={t(collapsed ? 'common:menu.expand' : 'common:menu.collapse')}
          onClick={onFold}
        >
          <span className={styles.icon}>{collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}</span>
          <span className={styles.text}>{t('common:menu.collapse')}</span>
        </button>
        <p className={styles.version}>{version !== undefined && t('common:menu.version', { version })}</p>
      </div>
    </aside>
  )
}
