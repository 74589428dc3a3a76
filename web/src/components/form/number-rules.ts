import type { Rule } from 'antd/es/form/index.js'
import type { TFunction } from 'i18next'
import { isPhone } from '../phone.js'

/**
 * Of a phone number, with its country code unless it may be `national`. Not required of somebody of whom only the linked id is known. These rules
 * have a file of their own, because the others do not need the phone numbers of all countries.
 */
export const numberRules = (
  t: TFunction,
  { required = true, national = false }: { readonly required?: boolean; readonly national?: boolean } = {},
): Rule[] => [
  { required, message: t('common:valid.required') },
  { min: 8, message: t('common:valid.short', { min: 8 }) },
  { max: 50, message: t('common:valid.long', { max: 50 }) },
  {
    validator: (_rule, typed = '') =>
      typed.length < 8 || isPhone(typed, national)
        ? Promise.resolve()
        : Promise.reject(t('common:valid.number')),
  },
]
