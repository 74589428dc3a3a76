import type { Rule } from 'antd/es/form/index.js'
import type { TFunction } from 'i18next'
import { isPhone } from '../phone.js'

/**
 * Rules of a field for a phone number, with a country code unless it may be `national`. A contact of whom only the linked
 * id is known needs no number. Other forms do not load the numbers of all countries, so these rules have their own file.
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
