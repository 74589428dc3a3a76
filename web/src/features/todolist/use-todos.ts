import { useSyncExternalStore } from 'react'
import { useUser } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { readStored, storeText } from '../../base/storage.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { createLists, type Todo } from './todo.js'

type List = readonly Todo[]

const lists = createLists({ read: readStored, write: storeText })
const readers = new Set<() => void>()

/** Calls back on every change, also by another window. */
const subscribeToTodos = (read: () => void): (() => void) => {
  readers.add(read)
  addEventListener('storage', read)
  return () => {
    readers.delete(read)
    removeEventListener('storage', read)
  }
}

/** The list of the signed-in user. `change` gets the present list, so that a late undo works. */
export const useTodos = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const key = `guiche.todolist.${useUser().id}`
  const list = useSyncExternalStore(subscribeToTodos, () => lists.of(key))
  const change = (next: (list: List) => List): void => {
    if (!lists.change(key, next)) dispatch(toastShown({ tone: 'failed', text: t('todolist:notKept') }))
    for (const read of readers) read()
  }
  return { list, change }
}
