import { type FocusEvent, type SubmitEvent, useState } from 'react'
import { failedRule, type PlainRule } from '../form/rules.js'

type Values<F extends string> = Readonly<Record<F, string>>

/**
 * A form before the sign-in. Fields are checked on blur and on submit; the first invalid field gets the focus. `submit`
 * gets the values of the fields.
 */
export const useEntranceForm = <F extends string>(
  rules: Readonly<Record<F, readonly PlainRule[]>>,
  submit: (values: Values<F>) => void,
) => {
  const [errors, setErrors] = useState<Partial<Values<F>>>({})
  const fields = Object.keys(rules) as F[]
  const check = (field: F, value: string): boolean => {
    const message = failedRule(rules[field], value)
    setErrors(
      ({ [field]: _, ...others }) => ({ ...others, ...(message && { [field]: message }) }) as typeof errors,
    )
    return message === null
  }
  return {
    form: {
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        const form = event.currentTarget
        const typed = new FormData(form)
        const values = Object.fromEntries(fields.map((field) => [field, String(typed.get(field) ?? '')]))
        const wrong = fields.filter((field) => !check(field, values[field] ?? ''))
        if (wrong[0] === undefined) return submit(values as Values<F>)
        form.querySelector<HTMLElement>(`[name="${wrong[0]}"]`)?.focus()
      },
    },
    /** the props of a field */
    field: (name: F) => ({
      name,
      error: errors[name] ?? null,
      onBlur: ({ target }: FocusEvent<HTMLInputElement | HTMLSelectElement>) => {
        // an untouched field shows no error
        if (target.value !== '' || errors[name] !== undefined) check(name, target.value)
      },
    }),
  }
}
