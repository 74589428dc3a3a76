import { describe, expect, it } from '@jest/globals'
import { titleOf } from './title.js'

describe('the title of the window', () => {
  it.each([
    ['Entrar', 0, 'Entrar · Guichê'],
    ['Atendimentos', 3, '(3) Atendimentos · Guichê'],
    ['Bem-vindo ao Guichê', 0, 'Bem-vindo ao Guichê'],
  ])('of %s with %i unread', (name, unread, title) => {
    expect(titleOf(name, 'Guichê', unread)).toBe(title)
  })
})
