import { describe, expect, it } from '@jest/globals'
import { matchCommands } from './matching.js'
import { actsOn, type Command, commandFor, commands, keysOf, registerCommands } from './registry.js'

const commandOf = (id: string, keys?: string): Command => ({
  id,
  label: id,
  icon: null,
  group: 'general',
  run: () => undefined,
  ...(keys === undefined ? {} : { keys }),
})
const pressKey = (key: string, over = {}) =>
  keysOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...over })

describe('commands', () => {
  it('are there while they are registered, and the latest has the keys', () => {
    const first = registerCommands([commandOf('page', 'j')])
    const second = registerCommands([commandOf('dialog', 'j'), commandOf('other')])
    expect(commands().map(({ id }) => id)).toEqual(['page', 'dialog', 'other'])
    expect(commandFor('j')?.id).toBe('dialog')
    second()
    expect(commandFor('j')?.id).toBe('page')
    first()
    expect(commandFor('j')).toBeNull()
  })

  it('act once a press, and again while the keys are held only if they are made for it', () => {
    const once = commandOf('resolve', 'e')
    expect([actsOn(once, false), actsOn(once, true)]).toEqual([true, false])
    expect(actsOn({ ...commandOf('next', 'j'), repeats: true }, true)).toBe(true)
    expect(actsOn({ ...once, applies: () => false }, false)).toBe(false)
  })

  it('are found by the beginnings of the words of their names', () => {
    const all = [
      commandOf('Adiar atendimento'),
      commandOf('Observações'),
      { ...commandOf('Próximo'), keysOnly: true },
    ]
    const found = (text: string) => matchCommands(all, text).map(({ id }) => id)
    expect(found('')).toEqual(['Adiar atendimento', 'Observações'])
    expect(found('OBSERVACOES')).toEqual(['Observações'])
    expect(found(' aten  ad')).toEqual(['Adiar atendimento'])
    for (const text of ['servacoes', 'proximo', 'adiar x', '?']) expect(found(text)).toEqual([])
  })

  it('name Ctrl and Cmd alike', () => {
    expect(pressKey('K', { ctrlKey: true })).toBe('mod+k')
    expect(pressKey('k', { metaKey: true })).toBe('mod+k')
    expect(pressKey('?')).toBe('?')
    expect(pressKey('Escape')).toBe('escape')
  })
})
