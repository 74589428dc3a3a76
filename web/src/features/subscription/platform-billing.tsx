import { settingAllows } from '@guiche/contracts/settings/settings.js'
import { DUE_DATE_KEYS } from '@guiche/contracts/subscription/due-date-settings.js'
import type { SubscriptionRecord } from '@guiche/contracts/views/subscription.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { Facts } from '../../components/facts.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { PageHeader } from '../../components/page-header.js'
import { Select } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useChangeSettingMutation } from '../settings/api.js'
import styles from './subscription.module.css'

type Values = NonNullable<SubscriptionRecord['platform']>

const hourText = (t: TFunction, hour: string): string =>
  hour === '' ? t('subscription:platform.ownHour') : `${hour.padStart(2, '0')}:00`

const Days = ({ name, label }: { readonly name: 'dueWarnDays' | 'dueGraceDays'; readonly label: string }) => {
  const { t } = useTranslation()
  return (
    <Form.Item
      name={name}
      label={label}
      rules={[
        {
          validator: async (_rule, value: string) => {
            if (!settingAllows(name, value.trim())) throw new Error(t('subscription:platform.days'))
          },
        },
      ]}
    >
      <Input inputMode="numeric" maxLength={2} autoComplete="off" />
    </Form.Item>
  )
}

const BillingDialog = ({ values, onClose }: { readonly values: Values; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [change] = useChangeSettingMutation()
  const hours = ['', ...Array.from({ length: 24 }, (_, hour) => String(hour))]
  const words = (name: 'howToPay' | 'payContact', most: number) => [
    {
      validator: async (_rule: unknown, value: string) => {
        if (!settingAllows(name, value)) throw new Error(t('subscription:platform.tooLong', { most }))
      },
    },
  ]
  return (
    <FormDialog<Values>
      title={t('subscription:platform.edit')}
      initial={values}
      onSave={async (said, { save, changed }) => {
        for (const key of DUE_DATE_KEYS) {
          const value = said[key].trim()
          if (changed.includes(key)) await save(change, { key, body: { value } })
        }
      }}
      saved={t('subscription:platform.saved')}
      onClose={onClose}
    >
      <Days name="dueWarnDays" label={t('subscription:platform.warnDays')} />
      <Days name="dueGraceDays" label={t('subscription:platform.graceDays')} />
      <Form.Item name="dueHour" label={t('subscription:platform.hour')}>
        <Select options={hours.map((value) => ({ value, label: hourText(t, value) }))} />
      </Form.Item>
      <Form.Item name="howToPay" label={t('subscription:platform.howToPay')} rules={words('howToPay', 1000)}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
      <Form.Item
        name="payContact"
        label={t('subscription:platform.contact')}
        rules={words('payContact', 200)}
      >
        <Input autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}

/** Times of warnings and blocks, and texts about payment: super users set them for all companies. */
export const PlatformBilling = ({ values }: { readonly values: Values }) => {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const { dueWarnDays, dueGraceDays, dueHour, howToPay, payContact } = values
  const none = t('subscription:platform.none')
  return (
    <section className={styles.platform}>
      <PageHeader
        level={2}
        title={t('subscription:platform.title')}
        hint={t('subscription:platform.hint')}
        button={<Button onClick={() => setEditing(true)}>{t('subscription:platform.edit')}</Button>}
      />
      <Facts
        of={[
          [
            t('subscription:platform.warnDays'),
            dueWarnDays === '0' ? t('subscription:platform.off') : dueWarnDays,
          ],
          [
            t('subscription:platform.graceDays'),
            dueGraceDays === '0' ? t('subscription:platform.atOnce') : dueGraceDays,
          ],
          [t('subscription:platform.hour'), hourText(t, dueHour)],
          [t('subscription:platform.howToPay'), howToPay || none],
          [t('subscription:platform.contact'), payContact || none],
        ]}
      />
      {editing && <BillingDialog values={values} onClose={() => setEditing(false)} />}
    </section>
  )
}
