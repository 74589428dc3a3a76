import type { Rule } from 'antd/es/form/index.js'
import type { TFunction } from 'i18next'
import { isPhone } from '../phone.js'

/**
 * Rules of a phone number's field: a country code is required unless `national`. A contact known only by
 * linked id needs no number. A separate file, so that other forms do not load the number rules of all
 * countries.
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
