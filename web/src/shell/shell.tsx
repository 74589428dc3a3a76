import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { useAppSelector } from '../app/hooks.js'
import { lazyPage } from '../app/lazy-page.js'
import { PAGES } from '../app/pages.js'
import { ConfirmProvider } from '../components/confirm/confirm.js'
import { ErrorBoundary } from '../components/error-boundary.js'
import { LazyDialog } from '../components/lazy-dialog.js'
import { PageSkeleton } from '../components/page-skeleton.js'
import { startRealtime } from '../realtime/realtime.js'
import { useJoin } from '../realtime/use-join.js'
import { AppBar } from './app-bar.js'
import { useCommandKeys } from './commands/use-commands.js'
import { OfflineBanner } from './offline-banner.js'
import styles from './shell.module.css'
import { SideMenu } from './side-menu.js'
import { type ShellDialog, useShellCommands } from './use-shell-commands.js'

const CommandPalette = lazyPage(() => import('./commands/command-palette.js').then((m) => m.CommandPalette))
const ShortcutList = lazyPage(() => import('./commands/shortcut-list.js').then((m) => m.ShortcutList))
const ProfileDialog = lazyPage(() =>
  import('../features/profile/profile-dialog.js').then((m) => m.ProfileDialog),
)

const pageOf = (pathname: string) => {
  const path = pathname.toLowerCase().replace(/\/$/, '') || '/'
  return PAGES.find((page) => page.path === path || (page.route !== undefined && path.startsWith(page.path)))
}

/** The frame around every page: menu, app bar, banner, and what is there everywhere (commands, confirmations, frames). */
export const Shell = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const collapsed = useAppSelector((state) => state.preferences.menuCollapsed)
  const [menuOpen, setMenuOpen] = useState(false)
  const [dialog, setDialog] = useState<ShellDialog | null>(null)
  const close = () => setDialog(null)
  const page = pageOf(pathname)

  useEffect(() => startRealtime(), [])
  useJoin('joinNotification', {})
  useShellCommands(setDialog)
  useCommandKeys()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu of narrow windows
  useEffect(() => setMenuOpen(false), [pathname])
  useEffect(() => {
    document.title = page === undefined ? t('common:product') : `${t(page.label)} · ${t('common:product')}`
  }, [page, t])

  return (
    <ConfirmProvider>
      <a href="#content" className={styles.skip}>
        {t('common:skip')}
      </a>
      <div className={styles.shell} data-collapsed={collapsed} data-menu-open={menuOpen}>
        <SideMenu onLeave={() => setMenuOpen(false)} />
        {menuOpen && (
          <button
            type="button"
            className={styles.backdrop}
            aria-label={t('common:menu.close')}
            onClick={() => setMenuOpen(false)}
          />
        )}
        <div className={styles.column}>
          <AppBar onMenu={() => setMenuOpen(true)} onDialog={setDialog} />
          <OfflineBanner />
          <main id="content" tabIndex={-1} className={page?.full ? styles.full : styles.content}>
            <ErrorBoundary key={page?.path ?? pathname}>
              <Suspense fallback={<PageSkeleton />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </main>
        </div>
      </div>
      <LazyDialog>
        {dialog === 'palette' && <CommandPalette onClose={close} />}
        {dialog === 'shortcuts' && <ShortcutList onClose={close} />}
        {dialog === 'profile' && <ProfileDialog onClose={close} />}
      </LazyDialog>
    </ConfirmProvider>
  )
}
