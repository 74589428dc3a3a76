import CaretDownOutlined from '@ant-design/icons/es/icons/CaretDownOutlined'
import CaretRightOutlined from '@ant-design/icons/es/icons/CaretRightOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import DragOutlined from '@ant-design/icons/es/icons/DragOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../components/icon-button.js'
import { MenuButton } from '../../components/menu-button.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './options.module.css'
import { type Move, OPTION_MOVES, type TreeRow } from './tree.js'

export type DropPlace = 'before' | 'inside' | 'after'
export interface RowActions {
  edit(id: number): void
  addBelow(id: number): void
  remove(id: number): void
  toggle(id: number, open: boolean): void
  move(id: number, move: Move): void
  mayMove(id: number, move: Move): boolean
  /** called when a dragged option (`id`) is dropped on this row */
  drop(id: number, where: DropPlace): void
  mayDrop(id: number, where: DropPlace): boolean
  drag(id: number | null): void
  /** the row or an element in it has the focus */
  reach(id: number): void
  /** focuses the previous, next, first or last row */
  focus(id: number, to: 'previous' | 'next' | 'first' | 'last' | 'parent'): void
}
interface Props {
  readonly row: TreeRow
  /** the row is the list's tab stop */
  readonly current: boolean
  /** changes are disabled */
  readonly locked: boolean
  readonly mayAdd: boolean
  readonly actions: RowActions
}

const MOVE_KEYS: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** Where on a row an option would be dropped: in the middle means inside it. */
const whereOn = ({ currentTarget, clientY }: DragEvent<HTMLElement>): DropPlace => {
  const { top, height } = currentTarget.getBoundingClientRect()
  const at = (clientY - top) / height
  return at < 0.3 ? 'before' : at > 0.7 ? 'after' : 'inside'
}

/** An option in view mode: its number, title and the beginning of its message, with its actions. */
export const OptionRow = ({ row, current, locked, mayAdd, actions }: Props) => {
  const { t } = useTranslation()
  const [over, setOver] = useState<DropPlace | null>(null)
  const { option, level, siblings, isOpen } = row
  const { id, number, title, message, fileName, fileList } = option

  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget) return
    const move = event.altKey ? MOVE_KEYS[event.key] : undefined
    const act = (): (() => void) | null => {
      if (move !== undefined) return locked ? null : () => actions.move(id, move)
      if (event.key === 'ArrowUp') return () => actions.focus(id, 'previous')
      if (event.key === 'ArrowDown') return () => actions.focus(id, 'next')
      if (event.key === 'Home') return () => actions.focus(id, 'first')
      if (event.key === 'End') return () => actions.focus(id, 'last')
      if (event.key === 'ArrowRight' && isOpen !== null)
        return () => (isOpen ? actions.focus(id, 'next') : actions.toggle(id, true))
      if (event.key === 'ArrowLeft')
        return () => (isOpen ? actions.toggle(id, false) : actions.focus(id, 'parent'))
      if (locked) return null
      if (event.key === 'Enter' || event.key === 'F2') return () => actions.edit(id)
      if (event.key === 'Delete') return () => actions.remove(id)
      return null
    }
    const done = act()
    if (done === null) return
    event.preventDefault()
    event.stopPropagation()
    done()
  }

  return (
    <tr
      aria-level={level}
      aria-setsize={siblings}
      aria-posinset={number}
      aria-selected={current}
      {...(isOpen !== null && { 'aria-expanded': isOpen })}
      tabIndex={current ? 0 : -1}
      data-option={id}
      data-over={over ?? undefined}
      className={styles.row}
      onKeyDown={press}
      onFocus={() => actions.reach(id)}
      draggable={!locked}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', title)
        actions.drag(id)
      }}
      onDragEnd={() => actions.drag(null)}
      onDragOver={(event) => {
        const where = whereOn(event)
        const may = actions.mayDrop(id, where)
        setOver(may ? where : null)
        if (may) event.preventDefault()
      }}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(null)
        actions.drop(id, whereOn(event))
      }}
    >
      <td>
        <span className={styles.cell} style={{ paddingInlineStart: (level - 1) * 20 }}>
          <span className={styles.caret}>
            {isOpen !== null && (
              <IconButton
                tabIndex={-1}
                label={t(isOpen ? 'queue-options:close' : 'queue-options:open', { title })}
                onClick={() => actions.toggle(id, !isOpen)}
              >
                {isOpen ? <CaretDownOutlined /> : <CaretRightOutlined />}
              </IconButton>
            )}
          </span>
          <span className={styles.name}>
            <span className={`${styles.number} tabular`}>{number}</span>
            <span className={styles.words}>
              <strong>{title}</strong>
              {message !== '' && <small>{message}</small>}
              {fileName !== null && (
                <small>
                  <PaperClipOutlined aria-hidden="true" /> {fileName}
                </small>
              )}
              {fileList !== null && (
                <small>
                  <FolderOpenOutlined aria-hidden="true" /> {fileList.name}
                </small>
              )}
            </span>
          </span>
        </span>
      </td>
      <td className={styles.last}>
        <span className={styles.actions}>
          <IconButton
            label={t('queue-options:edit', { title })}
            disabled={locked}
            onClick={() => actions.edit(id)}
          >
            <EditOutlined />
          </IconButton>
          <IconButton
            label={t('queue-options:addBelow', { title })}
            disabled={locked || !mayAdd}
            onClick={() => actions.addBelow(id)}
          >
            <PlusOutlined />
          </IconButton>
          <MenuButton
            label={t('queue-options:moveOf', { title })}
            menu={{
              items: OPTION_MOVES.map((move) => ({
                key: move,
                label: t(`queue-options:move.${move}`),
                disabled: locked || !actions.mayMove(id, move),
              })),
              onClick: ({ key }) => actions.move(id, key as Move),
            }}
          >
            <DragOutlined />
          </MenuButton>
          <IconButton
            danger
            label={t('queue-options:remove', { title })}
            disabled={locked}
            onClick={() => actions.remove(id)}
          >
            <DeleteOutlined />
          </IconButton>
        </span>
      </td>
    </tr>
  )
}
