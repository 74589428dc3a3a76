import { VISIT_LIMITS } from '@guiche/contracts/users/visits.js'
import type { CompanyRow } from '@guiche/contracts/views/company.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { type ApiError, errorText } from '../../api/errors.js'
import { ErrorState } from '../../components/error-state.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { Select } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useCompanyAdminsQuery, useVisitMutation } from './api.js'
import styles from './visits.module.css'

interface Values {
  readonly userId?: number
  readonly reason: string
  readonly minutes: number
}
const MINUTES = [15, 30, VISIT_LIMITS.minutes] as const

interface Props {
  readonly company: Pick<CompanyRow, 'id' | 'name'>
  readonly onClose: () => void
}

/** Asks a super user for the administrator, the reason and the duration of a visit to a company. */
export const VisitDialog = ({ company, onClose }: Props) => {
  const { t } = useTranslation()
  const [visit] = useVisitMutation()
  const { data: admins, error, refetch } = useCompanyAdminsQuery({ id: company.id })
  return (
    <FormDialog<Values>
      title={t('visits:dialogTitle', { name: company.name })}
      initial={{ minutes: MINUTES[0], reason: '' }}
      saveLabel={t('visits:begin')}
      onSave={async (values, { save, idempotencyKey }) => {
        await save(visit, { body: { ...values, companyId: company.id }, idempotencyKey })
        // nothing read in the own company may stay on the screen
        location.assign('/')
        return false
      }}
      onClose={onClose}
    >
      <p className={styles.hint}>{t('visits:hint')}</p>
      {error !== undefined && <ErrorState text={errorText(error as ApiError)} onRetry={refetch} />}
      {admins?.length === 0 && <p role="status">{t('visits:noAdmin')}</p>}
      <Form.Item
        name="userId"
        label={t('visits:host')}
        rules={[{ required: true, message: t('common:valid.required') }]}
      >
        <Select<number>
          loading={admins === undefined && error === undefined}
          options={(admins ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('visits:reason')}
        extra={t('visits:reasonHelp')}
        rules={[
          { required: true, whitespace: true, message: t('common:valid.required') },
          { min: VISIT_LIMITS.shortest, message: t('common:valid.short', { min: VISIT_LIMITS.shortest }) },
          { max: VISIT_LIMITS.longest, message: t('common:valid.long', { max: VISIT_LIMITS.longest }) },
        ]}
      >
        <Input.TextArea rows={3} />
      </Form.Item>
      <Form.Item name="minutes" label={t('visits:minutes')}>
        <Select<number>
          options={MINUTES.map((minutes) => ({ value: minutes, label: t('visits:minutesOf', { minutes }) }))}
        />
      </Form.Item>
    </FormDialog>
  )
}
