import ConfigProvider from 'antd/es/config-provider/index.js'
import type { Locale } from 'antd/es/locale/index.js'
import ptBR from 'antd/es/locale/pt_BR.js'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppSelector } from '../app/hooks.js'
import type { Language } from '../i18n/i18n.js'
import { antdTheme } from './antd-theme.js'

const LOCALES: Record<Exclude<Language, 'pt'>, () => Promise<{ default: Locale }>> = {
  en: () => import('antd/es/locale/en_US.js'),
  es: () => import('antd/es/locale/es_ES.js'),
}

const stillQuery = matchMedia('(prefers-reduced-motion: reduce)')
const onStillChange = (changed: () => void) => {
  stillQuery.addEventListener('change', changed)
  return () => stillQuery.removeEventListener('change', changed)
}

const useAntdLocale = (): Locale => {
  const { i18n } = useTranslation()
  const [locale, setLocale] = useState<Locale>(ptBR)
  useEffect(() => {
    let current = true
    const language = i18n.language as Language
    if (language === 'pt') setLocale(ptBR)
    else
      LOCALES[language]().then(
        (loaded) => current && setLocale(loaded.default),
        () => undefined,
      )
    return () => {
      current = false
    }
  }, [i18n.language])
  return locale
}

/** Scheme, density and language for Ant Design's components; CSS has them from the root element. */
export const ThemeProvider = ({ children }: { children: ReactNode }) => {
  const { scheme, density } = useAppSelector((state) => state.preferences)
  const still = useSyncExternalStore(onStillChange, () => stillQuery.matches)
  const theme = useMemo(() => antdTheme(scheme, density, still), [scheme, density, still])
  return (
    <ConfigProvider theme={theme} locale={useAntdLocale()} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  )
}
