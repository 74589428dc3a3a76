import { describe, expect, it } from '@jest/globals'
import { documentOf, markedDocument } from './document.js'

describe('the document of a customer', () => {
  it.each([
    ['529.982.247-25', '52998224725'],
    ['52998224725', '52998224725'],
    [' 529 982 247 25 ', '52998224725'],
    ['５２９９８２２４７２５', '52998224725'],
    ['meu CPF é 529.982.247-25, obrigada', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    ['529.982.247-26', null],
    ['111.111.111-11', null],
    ['00.000.000/0000-00', null],
    ['529.982.247-25 ou 111.444.777-35', null],
    ['1', null],
    ['', null],
    ['oi, tudo bem?', null],
    [`${'a '.repeat(120)}52998224725`, null],
    ['952998224725', null],
  ])('%j is %j', (said, document) => expect(documentOf(said)).toBe(document))

  it('is shown with its marks', () => {
    expect(markedDocument('52998224725')).toBe('529.982.247-25')
    expect(markedDocument('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
  })
})
