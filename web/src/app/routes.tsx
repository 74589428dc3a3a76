import { Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { Splash } from '../components/splash.js'
import { loadAppTexts } from '../i18n/i18n.js'
import { Guard, PublicOnly, Role } from './guards.js'
import { lazyPage } from './lazy-page.js'
import { PAGES } from './pages.js'

const Shell = lazyPage(async () => {
  const [{ Shell }] = await Promise.all([import('../shell/shell.js'), loadAppTexts()])
  return Shell
})
const LoginPage = lazyPage(() => import('../features/session/login-page.js').then((m) => m.LoginPage))
const SetupPage = lazyPage(() => import('../features/setup/setup-page.js').then((m) => m.SetupPage))
const NotFound = lazyPage(() => import('../components/not-found.js').then((m) => m.NotFound))

/** All addresses; they match without regard to case and a slash at the end. */
export const AppRoutes = () => (
  <Suspense fallback={<Splash />}>
    <Routes>
      <Route element={<PublicOnly />}>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/setup" element={<SetupPage />} />
      </Route>
      <Route element={<Guard />}>
        <Route element={<Shell />}>
          {PAGES.map(({ path, route, needs, Component }) => (
            <Route
              key={path}
              path={route ?? path}
              element={
                <Role needs={needs} otherwise={<Navigate to="/tickets" replace />}>
                  <Component />
                </Role>
              }
            />
          ))}
          <Route path="*" element={<NotFound />} />
        </Route>
      </Route>
    </Routes>
  </Suspense>
)
