import { BILLING_SETTINGS, isSecret, settingAllows } from '@guiche/contracts/settings/settings.js'
import type { SettingRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { useState } from 'react'
import { FormDialog } from '../../components/form/form-dialog.js'
import { PageHeader } from '../../components/page-header.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useChangeSettingMutation } from './api.js'
import styles from './settings.module.css'

type System = keyof typeof BILLING_SETTINGS
type Key = (typeof BILLING_SETTINGS)[System][number]
type Values = Record<Key, string>
const SYSTEMS = Object.keys(BILLING_SETTINGS) as System[]

interface Props {
  readonly settings: readonly SettingRecord[]
}
const valuesOf = (system: System, settings: Props['settings']): Partial<Values> =>
  Object.fromEntries(
    BILLING_SETTINGS[system].map((name) => [name, settings.find(({ key }) => key === name)?.value ?? '']),
  )
/** Whether all settings of the system are set, some, or none. */
const stateOf = (values: Partial<Values>): 'set' | 'some' | 'none' => {
  const said = Object.values(values)
  if (said.every((value) => value !== '')) return 'set'
  return said.some((value) => value !== '') ? 'some' : 'none'
}

/** Access data of one billing system. Secrets are masks, and stay unchanged unless replaced. */
const SystemDialog = ({ system, settings, onClose }: Props & { system: System; onClose: () => void }) => {
  const { t } = useTranslation()
  const [change] = useChangeSettingMutation()
  const [initial] = useState(() => valuesOf(system, settings))
  const keys: readonly Key[] = BILLING_SETTINGS[system]
  return (
    <FormDialog<Values>
      title={t(`settings:billing.${system}`)}
      initial={initial}
      onSave={async (values, { save, changed }) => {
        for (const key of keys)
          if (changed.includes(key)) await save(change, { key, body: { value: values[key].trim() } })
      }}
      saved={t('settings:billing.saved')}
      onClose={onClose}
    >
      {keys.map((key) => (
        <Form.Item
          key={key}
          name={key}
          label={t(`audit:field.setting.${key}`)}
          rules={[
            {
              validator: async (_rule, value: string) => {
                if (isSecret(key) && value === initial[key]) return
                if (settingAllows(key, value.trim())) return
                throw new Error(t(isSecret(key) ? 'common:valid.refused' : 'settings:billing.server'))
              },
            },
          ]}
        >
          {isSecret(key) ? (
            // a browser must not store it as a user's password
            <Input.Password
              autoComplete="new-password"
              visibilityToggle={false}
              onFocus={({ target }) => target.select()}
            />
          ) : (
            <Input type="url" inputMode="url" placeholder="https://" autoComplete="off" />
          )}
        </Form.Item>
      ))}
    </FormDialog>
  )
}

/** The billing systems of the company; only super users set them. */
export const Billing = ({ settings }: Props) => {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<System | null>(null)
  return (
    <section className={styles.section} aria-label={t('settings:billing.title')}>
      <PageHeader level={2} title={t('settings:billing.title')} hint={t('settings:billing.hint')} />
      <ul className={styles.systems}>
        {SYSTEMS.map((system) => (
          <li key={system} className={styles.system}>
            <div>
              <strong>{t(`settings:billing.${system}`)}</strong>
              <span className={styles.state}>
                {t(`settings:billing.${stateOf(valuesOf(system, settings))}`)}
              </span>
            </div>
            <Button
              aria-label={`${t('settings:billing.edit')}: ${t(`settings:billing.${system}`)}`}
              onClick={() => setEditing(system)}
            >
              {t('settings:billing.edit')}
            </Button>
          </li>
        ))}
      </ul>
      {editing !== null && (
        <SystemDialog system={editing} settings={settings} onClose={() => setEditing(null)} />
      )}
    </section>
  )
}
