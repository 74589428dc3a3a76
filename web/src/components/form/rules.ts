import { MIN_PASSWORD_LENGTH } from '@guiche/contracts/users/password.js'
import type { TFunction } from 'i18next'

/** A validation rule in Ant Design's form; forms before the sign-in support all used rules. */
export interface PlainRule {
  readonly required?: boolean
  /** blanks count as an empty text */
  readonly whitespace?: boolean
  readonly min?: number
  readonly max?: number
  readonly type?: 'email'
  readonly message: string
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,252}\.[^\s@]{1,63}$/
const breaksRule = (value: string, rule: PlainRule): boolean => {
  if (value === '' || (rule.whitespace && value.trim() === '')) return rule.required === true
  return (
    (rule.min !== undefined && value.length < rule.min) ||
    (rule.max !== undefined && value.length > rule.max) ||
    (rule.type === 'email' && !EMAIL.test(value))
  )
}

/** The message of the first rule that a text breaks, or null. */
export const failedRule = (rules: readonly PlainRule[], value: string): string | null =>
  rules.find((rule) => breaksRule(value, rule))?.message ?? null

/** The validation rules of forms, with the texts of the specification. */
export const nameRules = (t: TFunction): PlainRule[] => [
  { required: true, whitespace: true, message: t('common:valid.required') },
  { min: 2, message: t('common:valid.short', { min: 2 }) },
  { max: 50, message: t('common:valid.long', { max: 50 }) },
]

export const emailRules = (t: TFunction, required = true): PlainRule[] => [
  { required, message: t('common:valid.required') },
  { type: 'email', message: t('common:valid.email') },
]

/**
 * Rules of a password. Not required if an empty field keeps the present password. `of`: whose password, which
 * sets the minimum length (`LEAST`).
 */
export const passwordRules = (
  t: TFunction,
  required: boolean,
  of: keyof typeof MIN_PASSWORD_LENGTH = 'strong',
): PlainRule[] => [
  { required, whitespace: true, message: t('common:valid.required') },
  { min: MIN_PASSWORD_LENGTH[of], message: t('common:valid.short', { min: MIN_PASSWORD_LENGTH[of] }) },
  { max: 50, message: t('common:valid.long', { max: 50 }) },
]
