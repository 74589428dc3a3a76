import { describe, expect, it } from '@jest/globals'
import { type Command, commandFor, commands, keysOf, register } from './registry.js'

const command = (id: string, keys?: string): Command => ({
  id,
  label: id,
  group: 'g',
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

  it('name Ctrl and Cmd alike', () => {
    expect(press('K', { ctrlKey: true })).toBe('mod+k')
    expect(press('k', { metaKey: true })).toBe('mod+k')
    expect(press('?')).toBe('?')
    expect(press('Escape')).toBe('escape')
  })
})
