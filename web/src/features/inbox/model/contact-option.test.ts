import { expect, it } from '@jest/globals'
import { contactOption } from './contact-option.js'

it('a contact outside of WhatsApp is listed as such and cannot be chosen', () => {
  const t = ((key: string) => key) as never
  const ana = { id: 3, name: 'Ana', number: '5511987654321', username: null, isGroup: false, active: true }
  const label = 'Ana · +55 (11) 98765-4321'
  expect(contactOption(t, ana)).toEqual({ value: 3, label, disabled: false })
  expect(contactOption(t, { ...ana, active: false })).toEqual({
    ...{ value: 3, disabled: true },
    label: `${label} · inbox:newTicket.outside`,
  })
  expect(contactOption(t, { ...ana, isGroup: true }).label).toBe('Ana')
})
