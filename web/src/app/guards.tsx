import { useMemo, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useAppSelector } from '../base/hooks.js'
import { lazyPage } from '../base/lazy-page.js'
import { Splash } from '../components/splash.js'
import { useSetupQuery } from '../features/session/api.js'
import { loadAppTexts, loadTextsOf } from '../i18n/i18n.js'

/** The page requested before the sign-in, kept in the history's state. */
interface KeptPage {
  readonly from?: string
}

const BlockedPage = lazyPage(async () => {
  const [{ BlockedPage: Page }] = await Promise.all([
    import('../features/subscription/blocked-page.js'),
    loadAppTexts(),
    loadTextsOf('subscription'),
    loadTextsOf('visits'),
  ])
  return Page
})

/**
 * Admits signed-in users; others go to the sign-in, and return here afterwards. The administrator of a
 * blocked company sees how to pay, on any address.
 */
export const Guard = () => {
  const { pathname, search } = useLocation()
  const signedIn = useAppSelector((state) => state.session.status === 'signed-in')
  // a constant object: a new one would redirect on each render, until the sign-in is shown
  const kept = useMemo<KeptPage>(() => ({ from: pathname + search }), [pathname, search])
  const blocked = useAppSelector((state) => state.session.user?.company.blocked)
  if (signedIn) return blocked ? <BlockedPage /> : <Outlet />
  return <Navigate to="/login" replace state={kept} />
}

/**
 * Pages without a session. A signed-in user is led to /. A user who has just signed in is led to the wanted page, else
 * to /tickets. After the set-up, / shows the first steps.
 */
export const PublicOnly = () => {
  const { pathname, state } = useLocation()
  const signedIn = useAppSelector((root) => root.session.status === 'signed-in')
  const cameSignedIn = useRef(signedIn)
  const setup = useSetupQuery()
  const onSetup = pathname.toLowerCase().startsWith('/setup')
  if (signedIn) {
    const from = (state as KeptPage | null)?.from ?? '/tickets'
    return <Navigate to={cameSignedIn.current || onSetup ? '/' : from} replace />
  }
  if (setup.isLoading) return <Splash />
  if (setup.data?.needed === true && !onSetup) return <Navigate to="/setup" replace />
  if (setup.data?.needed === false && onSetup) return <Navigate to="/login" replace />
  return <Outlet />
}
