import { NO_BILLING, NO_OVERRIDES } from '@guiche/contracts/company/company.js'
import { pick } from '@guiche/contracts/pick.js'
import type { CompanyBody } from '@guiche/contracts/routes/companies.js'
import type { CompanyRow } from '@guiche/contracts/views/company.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useChangeCompanyMutation, useCreateCompanyMutation } from './api.js'
import { CompanyFields } from './company-fields.js'
import { dueDay } from './due-date.js'

export interface MadeCompany {
  readonly name: string
  readonly email: string
  /** null if the password was shown earlier */
  readonly password: string | null
}
interface Props {
  /** null for a new company */
  readonly company: CompanyRow | null
  readonly onClose: () => void
  readonly onMade?: (made: MadeCompany) => void
  readonly inPage?: true
}
type Values = CompanyBody & { readonly name: string; readonly email: string }

const NEW_COMPANY: Partial<Values> = {
  ...{
    name: '',
    email: '',
    phone: '',
    status: true,
    campaignsEnabled: true,
    dueDate: '',
    recurrence: 'MENSAL',
  },
  ...{ overrides: NO_OVERRIDES, ...NO_BILLING },
}

const initialOf = (company: CompanyRow): Partial<Values> => ({
  ...pick(company, 'name', 'email', 'phone', 'planId', 'status', 'recurrence', 'overrides'),
  ...pick(company, 'billingName', 'addressZipCode', 'addressStreet', 'addressDistrict'),
  ...pick(company, 'addressCity', 'addressState'),
  dueDate: dueDay(company),
  campaignsEnabled: company.settings.some(
    ({ key, value }) => key === 'campaignsEnabled' && (value === 'true' || value === 'enabled'),
  ),
})

/** Creates or changes a company. A change sends only changed fields, so concurrent changes by others stay. */
export const CompanyForm = ({ company, onClose, onMade, inPage }: Props) => {
  const { t } = useTranslation()
  const [create] = useCreateCompanyMutation()
  const [change] = useChangeCompanyMutation()
  return (
    <FormDialog<Values>
      title={t(company === null ? 'companies:addTitle' : 'companies:editTitle')}
      initial={company === null ? NEW_COMPANY : initialOf(company)}
      onSave={async (values, { save, idempotencyKey, changed }) => {
        // an empty or invalid day is no due date
        const body = { ...values, dueDate: values.dueDate || null }
        if (company !== null) {
          return save(change, {
            id: company.id,
            body: pick(body, ...(changed as (keyof Values)[])),
          })
        }
        const made = await save(create, { body, idempotencyKey })
        onMade?.(made)
      }}
      saved={t('companies:saved')}
      onClose={onClose}
      width={640}
      {...(inPage && { inPage })}
    >
      <CompanyFields company={company} />
    </FormDialog>
  )
}
