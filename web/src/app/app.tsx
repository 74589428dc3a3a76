import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router-dom'
import { lazyDialog } from '../components/lazy-dialog.js'
import { toastsNeeded } from '../components/toasts/toasts.js'
import { Translations } from '../i18n/use-translation.js'
import { AppRoutes } from './routes.js'
import { SessionGate } from './session-gate.js'
import { store } from './store.js'

const ToastRegion = lazyDialog(async () => {
  await toastsNeeded
  return (await import('../components/toasts/toast-region.js')).ToastRegion
})

/** Ant Design and its theme are loaded with the shell and the toasts; the sign-in needs neither. */
export const App = () => (
  <Provider store={store}>
    <Translations>
      {/* use-shown-location.ts decides which navigation waits for its page */}
      <BrowserRouter useTransitions={false}>
        <SessionGate>
          <AppRoutes />
        </SessionGate>
      </BrowserRouter>
      <ToastRegion />
    </Translations>
  </Provider>
)
