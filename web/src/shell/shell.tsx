import './follow-language.js'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { useLocation, useMatch } from 'react-router-dom'
import { useUser } from '../base/access.js'
import { useAppDispatch, useAppSelector, useGoTo } from '../base/hooks.js'
import { useCommandKeys } from '../commands/use-commands.js'
import { ConfirmProvider } from '../components/confirm/confirm.js'
import { ErrorBoundary } from '../components/error-boundary.js'
import { Hints } from '../components/hints/hints.js'
import { lazyDialog } from '../components/lazy-dialog.js'
import { PageSkeleton } from '../components/page-skeleton.js'
import { useClockError } from '../features/clock/clock-error.js'
import { restoreUnsent, sendWaiting } from '../features/inbox/sending.js'
import { loadTextsOf } from '../i18n/i18n.js'
import { useTranslation } from '../i18n/use-translation.js'
import { startRealtime } from '../realtime/realtime.js'
import { useJoin } from '../realtime/use-join.js'
import { menuToggled, railToggled } from '../theme/preferences.js'
import { ThemeProvider } from '../theme/theme-provider.js'
import { AppBar } from './app-bar.js'
import { OfflineBanner } from './offline-banner.js'
import { PageRoutes } from './page-routes.js'
import { PageTitle } from './page-title.js'
import { PAGES } from './pages.js'
import { FRAME_PATCHES } from './patches.js'
import styles from './shell.module.css'
import { SideMenu } from './side-menu.js'
import { useDialogFocus } from './use-dialog-focus.js'
import { useNarrowMenu } from './use-narrow-menu.js'
import { usePush } from './use-push.js'
import { useRowFocus } from './use-row-focus.js'
import { type ShellDialog, useShellCommands } from './use-shell-commands.js'
import { checkForRelease, useWorker } from './use-worker.js'

const CommandPalette = lazyDialog(() =>
  import('../commands/command-palette.js').then((m) => m.CommandPalette),
)
/** A bar above the page, with the texts of its feature. */
const createBar = <P extends object>(feature: string, load: () => Promise<ComponentType<P>>) =>
  lazyDialog<P>(async () => {
    const [Bar] = await Promise.all([load(), loadTextsOf(feature)])
    return Bar
  })
const SubscriptionWarning = createBar('subscription', () =>
  import('../features/subscription/subscription-warning.js').then((m) => m.SubscriptionWarning),
)
const SeatBanner = createBar('subscription', () =>
  import('../features/subscription/seat-banner.js').then((m) => m.SeatBanner),
)
const VisitBanner = createBar('visits', () =>
  import('../features/visits/visit-banner.js').then((m) => m.VisitBanner),
)
const VisitNotice = createBar('visits', () =>
  import('../features/visits/visit-notice.js').then((m) => m.VisitNotice),
)
const ClockBanner = createBar('clock', () =>
  import('../features/clock/clock-banner.js').then((m) => m.ClockBanner),
)
const ShortcutList = lazyDialog(() => import('../commands/shortcut-list.js').then((m) => m.ShortcutList))
const ProfileDialog = lazyDialog(() =>
  import('../features/profile/profile-dialog.js').then((m) => m.ProfileDialog),
)

const pageOf = (pathname: string) => {
  const path = pathname.toLowerCase().replace(/\/$/, '') || '/'
  return PAGES.find(
    (page) =>
      encodeURI(page.path).toLowerCase() === path || (page.route !== undefined && path.startsWith(page.path)),
  )
}

/** The frame around every page: menu, app bar, banner, and shared parts (commands, confirmations, frames). */
export const Shell = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const dispatch = useAppDispatch()
  const goTo = useGoTo()
  const { menuCollapsed, railBeside } = useAppSelector((state) => state.preferences)
  const narrow = useNarrowMenu(pathname)
  const [dialog, setDialog] = useState<ShellDialog | null>(null)
  const close = () => setDialog(null)
  const page = pageOf(pathname)
  const isVisit = useAppSelector(({ session }) => session.visit !== null)
  const isVisited = useAppSelector(({ session }) => session.lastVisit !== null)
  const clockError = useClockError()
  const { company, withoutSeat } = useUser()
  const hasDueDate = company.dueDate !== null || company.trialExpiration !== null
  const inConversation = useMatch('/tickets/:ticketId') !== null
  // full-area pages have their own setting, collapsed by default
  const collapsed = page?.full ? railBeside : menuCollapsed
  const fold = () => void dispatch(page?.full ? railToggled() : menuToggled())

  useEffect(() => {
    const onBack = () => {
      void dispatch(sendWaiting())
      checkForRelease()
    }
    return dispatch(startRealtime({ patches: FRAME_PATCHES, onBack }))
  }, [dispatch])
  useEffect(() => dispatch(restoreUnsent(goTo)), [dispatch, goTo])
  useJoin('joinNotification', {})
  useWorker()
  usePush()
  useShellCommands(setDialog)
  useCommandKeys()
  useDialogFocus()
  useRowFocus()

  return (
    <ThemeProvider>
      <ConfirmProvider>
        <a href="#content" className={styles.skip}>
          {t('common:skip')}
        </a>
        <div
          className={styles.shell}
          data-collapsed={collapsed}
          data-menu-open={narrow.open}
          data-conversation={inConversation}
        >
          <SideMenu ref={narrow.menu} collapsed={collapsed} onFold={fold} />
          {narrow.open && (
            <button
              type="button"
              className={styles.backdrop}
              aria-label={t('common:menu.close')}
              onClick={() => narrow.setOpen(false)}
            />
          )}
          <div className={styles.column}>
            {isVisit && <VisitBanner />}
            <AppBar menu={narrow} onDialog={setDialog} />
            {hasDueDate && <SubscriptionWarning />}
            {withoutSeat !== undefined && <SeatBanner />}
            {isVisited && <VisitNotice />}
            {clockError !== null && <ClockBanner {...clockError} />}
            <OfflineBanner />
            <main
              id="content"
              tabIndex={-1}
              className={page?.full ? styles.full : styles.content}
              data-scrolls
            >
              <ErrorBoundary key={page?.path ?? pathname}>
                <Suspense fallback={<PageSkeleton />}>
                  <PageRoutes />
                </Suspense>
              </ErrorBoundary>
            </main>
          </div>
        </div>
        <PageTitle page={page} />
        <Hints />
        {dialog === 'palette' && <CommandPalette onClose={close} />}
        {dialog === 'shortcuts' && <ShortcutList onClose={close} />}
        {dialog === 'profile' && <ProfileDialog onClose={close} />}
      </ConfirmProvider>
    </ThemeProvider>
  )
}
