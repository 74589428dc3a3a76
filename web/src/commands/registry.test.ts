import { describe, expect, it } from '@jest/globals'
import { matching } from './matching.js'
import { actsOn, type Command, commandFor, commands, keysOf, register } from './registry.js'

const command = (id: string, keys?: string): Command => ({
  id,
  label: id,
  icon: null,
  group: 'general',
  run: () => undefined,
  ...(keys === undefined ? {} : { keys }),
})
const press = (key: string, over = {}) =>
  keysOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...over })

describe('commands', () => {
  it('are there while they are registered, and the latest has the keys', () => {
    const first = register([command('page', 'j')])
    const second = register([command('dialog', 'j'), command('other')])
    expect(commands().map(({ id }) => id)).toEqual(['page', 'dialog', 'other'])
    expect(commandFor('j')?.id).toBe('dialog')
    second()
    expect(commandFor('j')?.id).toBe('page')
    first()
    expect(commandFor('j')).toBeNull()
  })

  it('act once a press, and again while the keys are held only if they are made for it', () => {
    const once = command('resolve', 'e')
    expect([actsOn(once, false), actsOn(once, true)]).toEqual([true, false])
    expect(actsOn({ ...command('next', 'j'), repeats: true }, true)).toBe(true)
    expect(actsOn({ ...once, applies: () => false }, false)).toBe(false)
  })

  it('are found by the beginnings of the words of their names', () => {
    const all = [
      command('Adiar atendimento'),
      command('Observações'),
      { ...command('Próximo'), keysOnly: true },
    ]
    const found = (text: string) => matching(all, text).map(({ id }) => id)
    expect(found('')).toEqual(['Adiar atendimento', 'Observações'])
    expect(found('OBSERVACOES')).toEqual(['Observações'])
    expect(found(' aten  ad')).toEqual(['Adiar atendimento'])
    for (const text of ['servacoes', 'proximo', 'adiar x', '?']) expect(found(text)).toEqual([])
  })

  it('name Ctrl and Cmd alike', () => {
    expect(press('K', { ctrlKey: true })).toBe('mod+k')
    expect(press('k', { metaKey: true })).toBe('mod+k')
    expect(press('?')).toBe('?')
    expect(press('Escape')).toBe('escape')
  })
})
