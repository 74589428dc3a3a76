import { ACCESS } from '@guiche/contracts/access.js'
import { isLanguage, LANGUAGES, type Language } from '@guiche/contracts/languages.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import { useState } from 'react'
import { useMay } from '../../base/access.js'
import { ErrorState } from '../../components/error-state.js'
import { Facts } from '../../components/facts.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { PageHeader } from '../../components/page-header.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { Select } from '../../components/select.js'
import { LANGUAGE_NAMES } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useChangeSettingMutation, useSettingsQuery } from './api.js'

/** The settings of a company that have a field here. */
interface Values {
  readonly language: Language | undefined
}

const SettingsDialog = ({ now, onClose }: { readonly now: Values; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [change] = useChangeSettingMutation()
  return (
    <FormDialog<Values>
      title={t('settings:edit')}
      width={460}
      initial={now}
      onSave={async ({ language }, { save, changed }) => {
        if (language !== undefined && changed.includes('language'))
          await save(change, { key: 'language', body: { value: language } })
      }}
      saved={t('settings:saved')}
      onClose={onClose}
    >
      <Form.Item name="language" label={t('settings:language')} extra={t('settings:languageHint')}>
        <Select options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))} />
      </Form.Item>
    </FormDialog>
  )
}

/** The settings of the company: everybody reads them, admins change them. */
export const SettingsPage = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useSettingsQuery()
  const mayChange = useMay(ACCESS['PUT /settings/:key'])
  const [editing, setEditing] = useState(false)
  if (data === undefined) return isError ? <ErrorState onRetry={refetch} /> : <PageSkeleton />
  const chosen = data.find(({ key }) => key === 'language')?.value
  const language = isLanguage(chosen) ? chosen : undefined
  return (
    <>
      <PageHeader title={t('settings:title')} hint={t(mayChange ? 'settings:hint' : 'settings:hintToRead')}>
        {mayChange && (
          <Button type="primary" onClick={() => setEditing(true)}>
            {t('settings:edit')}
          </Button>
        )}
      </PageHeader>
      <Facts of={[[t('settings:language'), language === undefined ? '' : LANGUAGE_NAMES[language]]]} />
      {editing && <SettingsDialog now={{ language }} onClose={() => setEditing(false)} />}
    </>
  )
}
