import { StyleProvider } from '@ant-design/cssinjs'
import type { Language } from '@guiche/contracts/languages.js'
import ConfigProvider from 'antd/es/config-provider/index.js'
import type { Locale } from 'antd/es/locale/index.js'
import ptBR from 'antd/es/locale/pt_BR.js'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useAppSelector } from '../base/hooks.js'
import { useTranslation } from '../i18n/use-translation.js'
import { antdTheme } from './antd-theme.js'
import { useBranding } from './branding.js'
import { createLastingStyles } from './lasting-styles.js'

const lastingStyles = createLastingStyles()

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
  return useMemo(() => nameFromContent(locale), [locale])
}

/**
 * Removes the labels of a calendar's month and year buttons, so that the visible text is the accessible name. Puts the
 * month first, as in all our languages; antd's Portuguese has the year first.
 */
const nameFromContent = ({ DatePicker, ...locale }: Locale): Locale =>
  DatePicker === undefined
    ? locale
    : {
        ...locale,
        DatePicker: {
          ...DatePicker,
          lang: { ...DatePicker.lang, monthBeforeYear: true, monthSelect: '', yearSelect: '' },
        },
      }

/** Scheme, density and language for Ant Design's components; CSS has them from the root element. */
export const ThemeProvider = ({ children }: { children: ReactNode }) => {
  const { scheme, density } = useAppSelector((state) => state.preferences)
  const still = useSyncExternalStore(onStillChange, () => stillQuery.matches)
  const brand = useBranding().brands?.[scheme]
  const theme = useMemo(() => antdTheme(scheme, density, still, brand), [scheme, density, still, brand])
  return (
    <StyleProvider cache={lastingStyles}>
      <ConfigProvider theme={theme} locale={useAntdLocale()} button={{ autoInsertSpace: false }}>
        {children}
      </ConfigProvider>
    </StyleProvider>
  )
}
