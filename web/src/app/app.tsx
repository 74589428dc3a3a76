import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router-dom'
import { ToastRegion } from '../components/toasts/toast-region.js'
import { ThemeProvider } from '../theme/theme-provider.js'
import { AppRoutes } from './routes.js'
import { SessionGate } from './session-gate.js'
import { store } from './store.js'

export const App = () => (
  <Provider store={store}>
    <ThemeProvider>
      <BrowserRouter>
        <SessionGate>
          <AppRoutes />
        </SessionGate>
      </BrowserRouter>
      <ToastRegion />
    </ThemeProvider>
  </Provider>
)
