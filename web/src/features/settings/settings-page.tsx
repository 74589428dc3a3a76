import { ACCESS } from '@guiche/contracts/access.js'
import type { SettingKey } from '@guiche/contracts/settings.js'
import Tabs from 'antd/es/tabs/index.js'
import { useState } from 'react'
import { useMay } from '../../base/access.js'
import { ErrorState } from '../../components/error-state.js'
import { PageHeader } from '../../components/page-header.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { HolidayList } from '../holidays/holiday-list.js'
import { useSettingsQuery } from './api.js'
import { CompanyData } from './company-data.js'
import { CompanyHours } from './company-hours.js'
import { Options } from './options.js'

/** The settings of the company: everybody reads them, admins change them. Hours have tabs while they count. */
export const SettingsPage = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useSettingsQuery()
  const mayChange = useMay(ACCESS['PUT /settings/:key'])
  const mayExport = useMay(ACCESS['POST /company-export'])
  const [chosen, setChosen] = useState('options')
  if (data === undefined) return isError ? <ErrorState onRetry={refetch} /> : <PageSkeleton />
  const now = (name: SettingKey): string => data.find(({ key }) => key === name)?.value ?? ''
  const by = now('scheduleType')
  const tabs = [
    { key: 'options', children: <Options settings={data} /> },
    ...(by === 'company' ? [{ key: 'hours', children: <CompanyHours text={now('schedules')} /> }] : []),
    ...(by === 'disabled' ? [] : [{ key: 'holidays', children: <HolidayList /> }]),
    ...(mayExport ? [{ key: 'data', children: <CompanyData /> }] : []),
  ]
  const active = tabs.some(({ key }) => key === chosen) ? chosen : 'options'
  const hint = t(mayChange ? 'settings:hint' : 'settings:hintToRead')
  return (
    <>
      <PageHeader title={t('settings:title')} {...(active === 'options' && { hint })} />
      <Tabs
        activeKey={active}
        onChange={setChosen}
        items={tabs.map((tab) => ({ ...tab, label: t(`settings:tab.${tab.key}`) }))}
      />
    </>
  )
}
