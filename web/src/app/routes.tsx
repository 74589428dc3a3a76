import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { lazyPage } from '../base/lazy-page.js'
import { Splash } from '../components/splash.js'
import { loadAppTexts, loadTextsOf } from '../i18n/i18n.js'
import { Guard, PublicOnly } from './guards.js'
import { useShownLocation } from './use-shown-location.js'

const Shell = lazyPage(async () => {
  const [{ Shell }] = await Promise.all([import('../shell/shell.js'), loadAppTexts()])
  return Shell
})
const LoginPage = lazyPage(() => import('../features/session/login-page.js').then((m) => m.LoginPage))
const InvitationPage = lazyPage(() =>
  import('../features/invitation/invitation-page.js').then((m) => m.InvitationPage),
)
const ForgotPage = lazyPage(async () => {
  const [{ ForgotPage }] = await Promise.all([
    import('../features/password-reset/forgot-page.js'),
    loadTextsOf('password-reset'),
  ])
  return ForgotPage
})
const ConfirmPage = lazyPage(async () => {
  const [{ ConfirmPage }] = await Promise.all([
    import('../features/password-reset/confirm-page.js'),
    loadTextsOf('password-reset'),
  ])
  return ConfirmPage
})
const SignUpPage = lazyPage(async () => {
  const [{ SignUpPage }] = await Promise.all([
    import('../features/sign-up/sign-up-page.js'),
    loadTextsOf('sign-up'),
  ])
  return SignUpPage
})
const SetupPage = lazyPage(() => import('../features/setup/setup-page.js').then((m) => m.SetupPage))

/** All addresses; they match without regard to case and a slash at the end. */
export const AppRoutes = () => (
  <Suspense fallback={<Splash />}>
    <Routes location={useShownLocation()}>
      <Route element={<PublicOnly />}>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/signup" element={<SignUpPage />} />
        <Route path="/forgetpsw" element={<ForgotPage />} />
        <Route path="/invitation" element={<InvitationPage />} />
        <Route path="/setup" element={<SetupPage />} />
      </Route>
      {/*
       * Pages without a session. A signed-in user is led to /. A user who has just signed in is led to the
       * requested page, else to /tickets. After the set-up, / shows the first steps.
       */}
      <Route path="/confirm-reset" element={<ConfirmPage />} />
      <Route element={<Guard />}>
        <Route path="*" element={<Shell />} />
      </Route>
    </Routes>
  </Suspense>
)
