import { ACCESS } from '@guiche/contracts/access.js'
import { isLanguage } from '@guiche/contracts/languages.js'
import { useMay } from '../../base/access.js'
import { ErrorState } from '../../components/error-state.js'
import { Facts } from '../../components/facts.js'
import { PageHeader } from '../../components/page-header.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { LANGUAGE_NAMES } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useSettingsQuery } from './api.js'
import { Setting, SHOWN, type Shown } from './setting.js'
import styles from './settings.module.css'

/** The settings of the company: everybody reads them, admins change them. */
export const SettingsPage = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useSettingsQuery()
  const mayChange = useMay(ACCESS['PUT /settings/:key'])
  if (data === undefined) return isError ? <ErrorState onRetry={refetch} /> : <PageSkeleton />
  const now = (name: Shown): string => data.find(({ key }) => key === name)?.value ?? ''
  const inWords = (value: string): string =>
    isLanguage(value) ? LANGUAGE_NAMES[value] : t(value === 'enabled' ? 'audit:yes' : 'audit:no')
  return (
    <>
      <PageHeader title={t('settings:title')} hint={t(mayChange ? 'settings:hint' : 'settings:hintToRead')} />
      {mayChange ? (
        <ul className={styles.settings}>
          {SHOWN.map((name) => (
            <Setting key={name} name={name} value={now(name)} />
          ))}
        </ul>
      ) : (
        <Facts of={SHOWN.map((name) => [t(`audit:field.setting.${name}`), inWords(now(name))])} />
      )}
    </>
  )
}
