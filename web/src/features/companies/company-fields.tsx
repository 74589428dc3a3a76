import { RECURRENCES } from '@guiche/contracts/company/due-date.js'
import { LIMITED_THINGS } from '@guiche/contracts/company/features.js'
import type { CompanyRow } from '@guiche/contracts/views/company.js'
import Collapse from 'antd/es/collapse/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { DateField } from '../../components/form/date-field.js'
import { NumberField } from '../../components/form/number-field.js'
import { emailRules } from '../../components/form/rules.js'
import { Select } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { usePlansOfAllQuery } from './api.js'
import { PlanChange } from './plan-change.js'

const BILLING = [
  ['billingName', 100],
  ['addressZipCode', 20],
  ['addressStreet', 150],
  ['addressDistrict', 100],
  ['addressCity', 100],
  ['addressState', 50],
] as const

interface DayProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (day: string) => void
}
const DayInput = ({ id, value = '', onChange }: DayProps) => (
  <DateField {...(id !== undefined && { id })} value={value} onChange={(day) => onChange?.(day)} />
)

interface TwoWordsProps {
  readonly id?: string
  readonly on: string
  readonly off: string
  readonly value?: boolean
  readonly onChange?: (value: boolean) => void
}
/** A choice of yes or no, with the field's own texts for both. */
const TwoWords = ({ id, on, off, value, onChange }: TwoWordsProps) => (
  <Select<0 | 1>
    {...(id !== undefined && { id })}
    value={value ? 1 : 0}
    onChange={(chosen) => onChange?.(chosen === 1)}
    options={[
      { value: 1, label: on },
      { value: 0, label: off },
    ]}
  />
)

/** The fields of a company. `company`: null for a new company. */
export const CompanyFields = ({ company }: { readonly company: CompanyRow | null }) => {
  const { t } = useTranslation()
  const plans = usePlansOfAllQuery({})
  const planId = Form.useWatch<number | null | undefined>('planId')
  const isOther = company !== null && typeof planId === 'number' && planId !== company.planId
  // only monthly is offered; a company with another recurrence keeps it
  const recurrences = RECURRENCES.filter((one) => one === 'MENSAL' || one === company?.recurrence)
  return (
    <>
      <Form.Item
        name="name"
        label={t('companies:field.name')}
        rules={[
          { required: true, whitespace: true, message: t('common:valid.required') },
          { min: 2, message: t('common:valid.short', { min: 2 }) },
          { max: 100, message: t('common:valid.long', { max: 100 }) },
        ]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('companies:field.email')}
        rules={emailRules(t)}
        validateTrigger="onBlur"
        {...(company === null && { extra: t('companies:help.email') })}
      >
        <Input type="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" label={t('companies:field.phone')}>
        <Input type="tel" inputMode="tel" autoComplete="off" maxLength={30} />
      </Form.Item>
      <Form.Item
        name="planId"
        label={t('companies:field.plan')}
        rules={[
          { required: company === null || company.planId !== null, message: t('common:valid.required') },
        ]}
      >
        <Select<number>
          read={plans}
          options={plans.data?.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      {isOther && <PlanChange companyId={company.id} planId={planId} />}
      <Form.Item name="status" label={t('companies:field.status')}>
        <TwoWords on={t('companies:yes')} off={t('companies:no')} />
      </Form.Item>
      <Form.Item name="campaignsEnabled" label={t('companies:field.campaigns')}>
        <TwoWords on={t('companies:enabled')} off={t('companies:disabled')} />
      </Form.Item>
      <Form.Item name="dueDate" label={t('companies:field.dueDate')} extra={t('companies:help.dueDate')}>
        <DayInput />
      </Form.Item>
      <Form.Item name="recurrence" label={t('companies:field.recurrence')}>
        <Select<string>
          options={recurrences.map((one) => ({ value: one, label: t(`companies:recurrence.${one}`) }))}
        />
      </Form.Item>
      <Collapse
        ghost
        items={[
          {
            key: 'billing',
            label: t('companies:billing'),
            forceRender: true,
            children: BILLING.map(([name, max]) => (
              <Form.Item key={name} name={name} label={t(`companies:field.${name}`)}>
                <Input autoComplete="off" maxLength={max} />
              </Form.Item>
            )),
          },
          {
            key: 'overrides',
            label: t('companies:overrides'),
            forceRender: true,
            children: LIMITED_THINGS.map((name) => (
              <Form.Item key={name} name={['overrides', name]} label={t(`companies:field.${name}`)}>
                <NumberField
                  precision={0}
                  min={0}
                  max={100_000}
                  placeholder={t('companies:asPlan')}
                  style={{ width: 180 }}
                />
              </Form.Item>
            )),
          },
        ]}
      />
    </>
  )
}
