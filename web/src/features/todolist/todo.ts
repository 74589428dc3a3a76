/** A to-do, kept in this browser only. Times are ISO-8601. */
export interface Todo {
  readonly id: string
  readonly text: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** Maximum of characters of a text. */
export const MAX_TODO_LENGTH = 500

/** The list with a new item on top; unchanged for an empty text. */
export const addTodo = (list: readonly Todo[], id: string, text: string, now: string): readonly Todo[] =>
  text.trim() === '' ? list : [{ id, text: text.trim(), createdAt: now, updatedAt: now }, ...list]

/** The list with another text of one item; unchanged for an empty or equal text. */
export const editTodo = (list: readonly Todo[], id: string, text: string, now: string): readonly Todo[] => {
  const wanted = text.trim()
  const before = list.find((todo) => todo.id === id)
  if (before === undefined || wanted === '' || wanted === before.text) return list
  return list.map((todo) => (todo === before ? { ...todo, text: wanted, updatedAt: now } : todo))
}

export const removeTodo = (list: readonly Todo[], id: string): readonly Todo[] =>
  list.filter((todo) => todo.id !== id)

/** Undoes a removal: the item returns to its place, or to the end of a shorter list. */
export const putBack = (list: readonly Todo[], todo: Todo, place: number): readonly Todo[] =>
  list.some(({ id }) => id === todo.id) ? list : list.toSpliced(place, 0, todo)

const isTodo = (value: unknown): value is Todo =>
  typeof value === 'object' &&
  value !== null &&
  (['id', 'text', 'createdAt', 'updatedAt'] as const).every(
    (field) => typeof (value as Partial<Todo>)[field] === 'string',
  )

/** The to-dos of a stored text; invalid entries are left out. */
export const parseTodos = (text: string | null): readonly Todo[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isTodo) : []
  } catch {
    return []
  }
}

/**
 * The lists as stored, by key. They are read again after a change by another window. A change that cannot be
 * stored is lost with this object.
 */
export const createLists = (storage: {
  readonly read: (key: string) => string | null
  /** gives whether it was stored */
  readonly write: (key: string, text: string) => boolean
}) => {
  const held = new Map<string, { readonly text: string | null; readonly list: readonly Todo[] }>()
  const listOf = (key: string): readonly Todo[] => {
    const text = storage.read(key)
    const known = held.get(key)
    if (known?.text === text) return known.list
    const list = parseTodos(text)
    held.set(key, { text, list })
    return list
  }
  return {
    /** A user's list; the same object until a change. */
    of: listOf,
    /** Gives whether the change was stored. */
    change: (key: string, next: (list: readonly Todo[]) => readonly Todo[]): boolean => {
      const list = next(listOf(key))
      const isKept = storage.write(key, JSON.stringify(list))
      held.set(key, { text: storage.read(key), list })
      return isKept
    },
  }
}
