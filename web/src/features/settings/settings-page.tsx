import type { SettingKey } from '@guiche/contracts/settings/settings.js'
import { ACCESS } from '@guiche/contracts/users/access.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useMay, useMayDo } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { ErrorState } from '../../components/error-state.js'
import { PageHeader } from '../../components/page-header.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { Tabs } from '../../components/tabs.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { addSettingWords } from '../../i18n/setting-words.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { HolidayList } from '../holidays/holiday-list.js'
import { useSettingsQuery } from './api.js'
import { Billing } from './billing.js'
import { Colors } from './colors.js'
import { CompanyData } from './company-data.js'
import { CompanyHours } from './company-hours.js'
import { Logos } from './logos.js'
import { Options } from './options.js'
import { PlatformOptions } from './platform-options.js'
import { platformTabs } from './platform-tabs.js'
import styles from './settings.module.css'

addSettingWords()

/** Tabs that only super users have. */
const OF_SUPER = ['logo', 'colors', ...platformTabs.map(({ key }) => key)]
/** Tabs with forms that are saved as a whole. */
const MOUNTED_TABS = ['hours', 'newCompany']
/** Milliseconds that other users see the refusal of such a tab. */
const TOLD_MS = 500

/** Shown to other users on the address of a super users' tab. */
const Refused = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  useEffect(() => {
    dispatch(toastShown({ tone: 'failed', text: t('settings:noPermission') }))
    const timer = setTimeout(() => void navigate('/', { replace: true }), TOLD_MS)
    return () => clearTimeout(timer)
  }, [dispatch, navigate, t])
  return <PageSkeleton />
}

/** Settings before their values have come. */
const Loading = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.settings} role="status" aria-label={t('common:loading')}>
      {['a', 'b', 'c', 'd', 'e'].map((setting) => (
        <div key={setting} className={styles.setting}>
          <Skeleton active title={{ width: '35%' }} paragraph={{ rows: 2, width: ['90%', '60%'] }} />
          <Skeleton.Button active size="small" />
        </div>
      ))}
    </div>
  )
}

/**
 * The company's settings: everybody reads them, admins change them. The hours' tabs show while the settings
 * use them. Super users also have the platform's settings.
 */
export const SettingsPage = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useSettingsQuery()
  const mayChange = useMayDo(ACCESS['PUT /settings/:key'])
  const mayExport = useMayDo(ACCESS['POST /company-export'])
  const isSuper = useMay('super')
  const [address, setAddress] = useSearchParams()
  const chosen = address.get('tab') ?? 'options'
  if (OF_SUPER.includes(chosen) && !isSuper) return <Refused />
  if (data === undefined) {
    return (
      <>
        <PageHeader title={t('settings:title')} />
        {isError ? <ErrorState onRetry={refetch} /> : <Loading />}
      </>
    )
  }
  const now = (name: SettingKey): string => data.find(({ key }) => key === name)?.value ?? ''
  const by = now('scheduleType')
  const options = (
    <>
      <Options settings={data} />
      {isSuper && (
        <>
          <PlatformOptions />
          <Billing settings={data} />
        </>
      )}
    </>
  )
  const tabs = [
    { key: 'options', children: options },
    ...(by === 'company' ? [{ key: 'hours', children: <CompanyHours text={now('schedules')} /> }] : []),
    ...(by === 'disabled' ? [] : [{ key: 'holidays', children: <HolidayList /> }]),
    ...(mayExport ? [{ key: 'data', children: <CompanyData /> }] : []),
    ...(isSuper
      ? [{ key: 'logo', children: <Logos /> }, { key: 'colors', children: <Colors /> }, ...platformTabs]
      : []),
  ]
  const active = tabs.some(({ key }) => key === chosen) ? chosen : 'options'
  const hint = t(mayChange ? 'settings:hint' : 'settings:hintToRead')
  return (
    <>
      <PageHeader title={t('settings:title')} {...(active === 'options' && { hint })} />
      <Tabs
        active={active}
        onActive={(key) => setAddress(key === 'options' ? {} : { tab: key }, { replace: true })}
        items={tabs.map((tab) => ({
          ...tab,
          // forms keep typed values; other hidden tabs are unmounted, so they read nothing and preview no colours
          destroyOnHidden: !MOUNTED_TABS.includes(tab.key),
          label: t(`settings:tab.${tab.key}`),
        }))}
      />
    </>
  )
}
