import { expect, it } from '@jest/globals'
import { valueToSave } from './edited-field.js'

it('a field that only had the focus saves nothing, also where a colleague has changed it meanwhile', () => {
  expect(valueToSave({ from: 'Ouro', typed: 'Ouro' }, 'Ouro')).toBeNull()
  expect(valueToSave({ from: 'Ouro', typed: 'Ouro' }, 'Prata')).toBeNull()
  expect(valueToSave({ from: ' Ouro', typed: ' Ouro' }, 'Prata')).toBeNull()
})

it('a typed value is saved trimmed, unless it is unchanged', () => {
  expect(valueToSave({ from: 'Ouro', typed: ' Bronze ' }, 'Prata')).toBe('Bronze')
  expect(valueToSave({ from: 'Ouro', typed: '' }, 'Ouro')).toBe('')
  expect(valueToSave({ from: 'Ouro', typed: 'Prata' }, 'Prata')).toBeNull()
})
