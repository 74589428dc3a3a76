import { describe, expect, it } from '@jest/globals'
import { addTodo, createLists, editTodo, parseTodos, putBack, removeTodo, type Todo } from './todo.js'

const todoOf = (id: string, text = id): Todo => ({ id, text, createdAt: 'then', updatedAt: 'then' })
const [a, b, c] = [todoOf('a'), todoOf('b'), todoOf('c')]

describe('the to-do list', () => {
  it('has a new item on top, trimmed', () => {
    expect(addTodo([a], 'b', '  ligar para a Ana ', 'now')).toEqual([
      { id: 'b', text: 'ligar para a Ana', createdAt: 'now', updatedAt: 'now' },
      a,
    ])
  })

  it.each(['', '   ', '\n\t'])('ignores a text that says nothing: %j', (text) => {
    const list = [a]
    expect(addTodo(list, 'b', text, 'now')).toBe(list)
    expect(editTodo(list, 'a', text, 'now')).toBe(list)
  })

  it('changes a text in its place, and when it was changed', () => {
    expect(editTodo([a, b], 'b', ' outro ', 'now')).toEqual([a, { ...b, text: 'outro', updatedAt: 'now' }])
    const list = [a]
    expect(editTodo(list, 'a', 'a ', 'now')).toBe(list)
    expect(editTodo(list, 'gone', 'x', 'now')).toBe(list)
  })

  it('restores a removed item at its place, once', () => {
    const less = removeTodo([a, b, c], 'b')
    expect(less).toEqual([a, c])
    expect(putBack(less, b, 1)).toEqual([a, b, c])
    expect(putBack([], b, 1)).toEqual([b])
    expect(putBack([b], b, 0)).toEqual([b])
  })

  it('reads valid items only', () => {
    expect(parseTodos(JSON.stringify([a, null, 7, { id: 'x' }, { ...b, text: 3 }]))).toEqual([a])
    for (const text of [null, '', '{', '{}', 'null', '"x"']) expect(parseTodos(text)).toEqual([])
  })
})

describe('the lists of a browser', () => {
  it('keep items added by another window, also without a listener', () => {
    const kept = new Map<string, string>()
    const storage = {
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, text: string) => kept.set(key, text) !== undefined,
    }
    const [one, other] = [createLists(storage), createLists(storage)]
    expect(one.of('mine')).toEqual([])
    other.change('mine', () => [a])
    expect(one.change('mine', (list) => [...list, b])).toBe(true)
    expect(other.of('mine')).toEqual([a, b])
    expect(one.of('mine')).toBe(one.of('mine'))
    expect(one.of('theirs')).toEqual([])
  })

  it('count for this visit where the browser keeps nothing more', () => {
    const lists = createLists({ read: () => null, write: () => false })
    expect(lists.change('mine', (list) => [...list, a])).toBe(false)
    lists.change('mine', (list) => [...list, b])
    expect(lists.of('mine')).toEqual([a, b])
  })
})
