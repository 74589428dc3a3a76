import type { Rule } from 'antd/es/form/index.js'
import type { TFunction } from 'i18next'

/** The validation rules of forms, with the sentences of the specification. */
export const nameRules = (t: TFunction): Rule[] => [
  { required: true, whitespace: true, message: t('common:valid.required') },
  { min: 2, message: t('common:valid.short') },
  { max: 50, message: t('common:valid.long') },
]

export const emailRules = (t: TFunction, required = true): Rule[] => [
  { required, message: t('common:valid.required') },
  { type: 'email', message: t('common:valid.email') },
]

/** Not required where an empty field keeps the password that there is. */
export const passwordRules = (t: TFunction, required: boolean): Rule[] => [
  { required, message: t('common:valid.required') },
  { min: 5, message: t('common:valid.short') },
  { max: 50, message: t('common:valid.long') },
]

export const numberRules = (t: TFunction): Rule[] => [
  { required: true, message: t('common:valid.required') },
  { min: 8, message: t('common:valid.short') },
  { max: 50, message: t('common:valid.long') },
  { pattern: /^[0-9+()\-\s.]+$/, message: t('common:valid.number') },
]
