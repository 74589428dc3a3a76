import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import Button from 'antd/es/button/index.js'
import Input, { type InputRef } from 'antd/es/input/index.js'
import { type FormEvent, useRef, useState } from 'react'
import { newId } from '../../api/ids.js'
import { formatDayAndTime } from '../../base/dates.js'
import { useAppDispatch } from '../../base/hooks.js'
import { EmptyState } from '../../components/empty-state.js'
import { IconButton } from '../../components/icon-button.js'
import { PageHeader } from '../../components/page-header.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { addTodo, editTodo, MAX_TODO_LENGTH, putBack, removeTodo, type Todo } from './todo.js'
import styles from './todolist.module.css'
import { useTodos } from './use-todos.js'

interface RowProps {
  readonly todo: Todo
  readonly editing: boolean
  readonly onEdit: () => void
  readonly onDelete: () => void
}

const Row = ({ todo, editing, onEdit, onDelete }: RowProps) => {
  const { t } = useTranslation()
  const changed = todo.updatedAt !== todo.createdAt
  return (
    <li className={styles.row} data-editing={editing}>
      <span className={styles.words}>
        <span>{todo.text}</span>
        <time className={styles.time} dateTime={todo.updatedAt}>
          {t(changed ? 'todolist:changedAt' : 'todolist:createdAt', {
            time: formatDayAndTime(todo.updatedAt),
          })}
        </time>
      </span>
      <IconButton label={t('todolist:edit', { text: todo.text })} onClick={onEdit}>
        <EditOutlined />
      </IconButton>
      <IconButton danger label={t('todolist:delete', { text: todo.text })} onClick={onDelete}>
        <DeleteOutlined />
      </IconButton>
    </li>
  )
}

/** The user's to-dos, in this browser only: one field adds them, and edits the chosen one. */
export const TodolistPage = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const field = useRef<InputRef>(null)
  const { list, change } = useTodos()
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<string | null>(null)

  const write = (id: string | null, words: string): void => {
    setEditing(id)
    setText(words)
    field.current?.focus()
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() === '') return
    const now = new Date().toISOString()
    // an item deleted in another window is saved as a new one
    change((kept) =>
      kept.some(({ id }) => id === editing)
        ? editTodo(kept, editing ?? '', text, now)
        : addTodo(kept, newId(), text, now),
    )
    write(null, '')
  }
  const remove = (todo: Todo): void => {
    const place = list.indexOf(todo)
    change((kept) => removeTodo(kept, todo.id))
    if (todo.id === editing) write(null, '')
    else field.current?.focus()
    const undo = { label: t('common:undo'), run: () => change((kept) => putBack(kept, todo, place)) }
    dispatch(toastShown({ tone: 'good', text: t('todolist:deleted', { text: todo.text }), action: undo }))
  }

  return (
    <div className={styles.page}>
      <PageHeader title={t('todolist:title')} hint={t('todolist:hint')} />
      <form className={styles.form} onSubmit={save}>
        <Input
          ref={field}
          autoFocus
          aria-label={t('todolist:field')}
          placeholder={t('todolist:placeholder')}
          maxLength={MAX_TODO_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && write(null, '')}
        />
        <Button type="primary" htmlType="submit" disabled={text.trim() === ''}>
          {t(editing === null ? 'todolist:add' : 'common:save')}
        </Button>
        {editing !== null && <Button onClick={() => write(null, '')}>{t('common:cancel')}</Button>}
      </form>
      {list.length === 0 ? (
        <EmptyState title={t('todolist:empty.title')} hint={t('todolist:empty.hint')} />
      ) : (
        <ul className={styles.list}>
          {list.map((todo) => (
            <Row
              key={todo.id}
              todo={todo}
              editing={todo.id === editing}
              onEdit={() => write(todo.id, todo.text)}
              onDelete={() => remove(todo)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
