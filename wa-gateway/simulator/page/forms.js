// @ts-check
import { make, quietly } from './api.js'

/** @typedef {{ name: string, label: string, type?: string, value?: string, optional?: boolean, lines?: boolean, choices?: string[][] }} Field */

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('form'))
const form = /** @type {HTMLFormElement} */ (dialog.querySelector('form'))
const title = /** @type {HTMLElement} */ (dialog.querySelector('h2'))
const fieldsArea = /** @type {HTMLElement} */ (dialog.querySelector('.fields'))
const submit = /** @type {HTMLButtonElement} */ (form.querySelector('[type=submit]'))
/** @type {(values: Record<string, string>) => unknown} */ let sending = () => {}

/** @param {Field} field */
const control = ({ name, type = 'text', value = '', optional, lines, choices }) => {
  const required = optional ? undefined : ''
  if (choices) {
    const options = choices.map(([key = '', text = '']) => make('option', { value: key }, text))
    return make('select', { name }, ...options)
  }
  if (lines) return make('textarea', { name, rows: '4', required }, value)
  if (type === 'checkbox') return make('input', { name, type, value: 'true' })
  const step = type === 'number' ? 'any' : undefined
  return make('input', { name, type, value, required, step, maxlength: '200', autocomplete: 'off' })
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)))
  void quietly(async () => {
    await sending(values)
    dialog.close()
  })
})

/**
 * Asks for values in a dialog and sends them. If sending fails, the dialog stays open.
 * @param {{ title: string, submit: string, fields: Field[], send: (values: Record<string, string>) => unknown }} given
 */
export const openForm = (given) => {
  title.textContent = given.title
  submit.textContent = given.submit
  sending = given.send
  fieldsArea.replaceChildren(
    ...given.fields.map((field) =>
      make(
        'label',
        field.type === 'checkbox' ? { class: 'check' } : {},
        make('span', {}, field.label),
        control(field),
      ),
    ),
  )
  dialog.showModal()
}
