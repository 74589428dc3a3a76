import { dayAt } from '@guiche/contracts/local-time.js'
import { exceptionOn } from '@guiche/contracts/opening-hours/hours-at.js'
import { COUNTRIES, type Country, nationalDays } from '@guiche/contracts/opening-hours/national-days.js'
import Checkbox from 'antd/es/checkbox/index.js'
import Form from 'antd/es/form/index.js'
import { useRef } from 'react'
import { newId } from '../../api/ids.js'
import { useUser } from '../../base/access.js'
import { formatDay } from '../../base/dates.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { Select } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useCreateRecordMutation, useRecords } from '../../records/record-api.js'

interface Values {
  readonly country: Country
  /** yyyy-MM-dd */
  readonly dates: readonly string[]
}

const ZONES: readonly (readonly [zone: RegExp, country: Country])[] = [
  [/^Europe\/Lisbon$|^Atlantic\/(Madeira|Azores)$/, 'PT'],
  [/^Europe\/Madrid$|^Africa\/Ceuta$|^Atlantic\/Canary$/, 'ES'],
]
/** The company's likely country. */
const countryOf = (timezone: string): Country => ZONES.find(([zone]) => zone.test(timezone))?.[1] ?? 'BR'

/** Adds public holidays of a country: future ones that the list does not have yet. */
export const SuggestDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const { timezone } = useUser().company
  const [form] = Form.useForm<Values>()
  const [create] = useCreateRecordMutation()
  const holidays = useRecords('holiday').rows ?? []
  /** days added before another day failed, and the keys of days that are tried again */
  const added = useRef(new Set<string>())
  const keys = useRef(new Map<string, string>())
  const exceptions = holidays.map(({ date, yearly }) => ({ date, yearly: yearly === 1, parts: [] }))
  const newIn = (country: Country) =>
    nationalDays(country, dayAt(timezone, Date.now())).filter(
      ({ date }) => exceptionOn(exceptions, date) === null,
    )
  const datesIn = (country: Country) => newIn(country).map(({ date }) => date)
  const first = countryOf(timezone)
  const country = Form.useWatch('country', form) ?? first
  const days = newIn(country)
  const chosen = (_rule: unknown, dates: Values['dates']) =>
    dates.length > 0 ? Promise.resolve() : Promise.reject(new Error(t('holidays:suggest.choose')))
  return (
    <FormDialog<Values>
      title={t('holidays:suggest.title')}
      form={form}
      initial={{ country: first, dates: datesIn(first) }}
      saveLabel={t('holidays:suggest.add')}
      saved={t('holidays:suggest.added')}
      onSave={async ({ country, dates }, { save }) => {
        for (const { name, date, yearly } of nationalDays(country, dayAt(timezone, Date.now()))) {
          if (!dates.includes(date) || added.current.has(date)) continue
          const idempotencyKey = keys.current.get(date) ?? newId()
          keys.current.set(date, idempotencyKey)
          await save(create, { record: 'holiday', body: { name, date, yearly }, idempotencyKey })
          added.current.add(date)
        }
      }}
      onClose={onClose}
    >
      <Form.Item name="country" label={t('holidays:suggest.country')}>
        <Select<Country>
          options={COUNTRIES.map((value) => ({ value, label: t(`holidays:country.${value}`) }))}
          onChange={(next) => form.setFieldValue('dates', datesIn(next))}
        />
      </Form.Item>
      {days.length === 0 ? (
        <p>{t('holidays:suggest.none')}</p>
      ) : (
        <Form.Item name="dates" label={t('holidays:suggest.days')} rules={[{ validator: chosen }]}>
          <Checkbox.Group
            style={{ flexDirection: 'column' }}
            options={days.map(({ date, name }) => ({ value: date, label: `${formatDay(date)} ${name}` }))}
          />
        </Form.Item>
      )}
    </FormDialog>
  )
}
