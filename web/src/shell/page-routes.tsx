import { Navigate, Route, Routes } from 'react-router-dom'
import { hasFeature, mayUse, useUser } from '../base/access.js'
import { lazyPage } from '../base/lazy-page.js'
import { PAGES, type Page } from './pages.js'

const NotFound = lazyPage(() => import('../components/not-found.js').then((m) => m.NotFound))

/** Shows a page to users with its profile and plan; others go to the tickets. */
const ForWhoMay = ({ needs, plan, Component }: Page) => {
  const user = useUser()
  return mayUse(user, needs) && hasFeature(user, plan) ? <Component /> : <Navigate to="/tickets" replace />
}

/** The pages after the sign-in, each for users who may see it. */
export const PageRoutes = () => (
  <Routes>
    {PAGES.map((page) => (
      <Route key={page.path} path={page.route ?? page.path} element={<ForWhoMay {...page} />} />
    ))}
    <Route path="*" element={<NotFound />} />
  </Routes>
)
