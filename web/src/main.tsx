import 'virtual:theme.css'
import './theme/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.js'
import { store } from './app/store.js'
import { followSignIn, watchSessionEnd } from './features/session/start.js'
import { startTexts } from './i18n/i18n.js'
import {
  followOtherWindows,
  keepPreferences,
  onSystemTheme,
  systemThemeChanged,
} from './theme/preferences.js'

const startApp = async (): Promise<void> => {
  keepPreferences(store.getState().preferences)
  followOtherWindows(store.dispatch)
  onSystemTheme(() => store.dispatch(systemThemeChanged()))
  watchSessionEnd()
  followSignIn(store.dispatch)
  await startTexts()
  const root = document.getElementById('root')
  if (root !== null) createRoot(root).render(<App />)
}

const keepOffline = (): void => {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }
}

void startApp()
addEventListener('load', keepOffline, { once: true })
