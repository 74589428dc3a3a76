import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.js'
import { OptionRow, type RowActions } from './option-row.js'
import styles from './options.module.css'
import { type Draft, type Option, type Place, placeAfter, placeAt, rowsOf } from './tree.js'

interface Props {
  readonly options: readonly Option[]
  /** the option in edit mode */
  readonly draft: Draft | null
  /** replaces the option in edit mode */
  readonly form: ReactNode
  readonly locked: boolean
  /** the option that gets the focus, once for each new object */
  readonly focused: { readonly id: number } | null
  readonly mayAdd: boolean
  readonly onEdit: (option: Option) => void
  readonly onAdd: (parentId: number) => void
  readonly onMove: (option: Option, place: Place) => void
  readonly onRemove: (option: Option) => void
}

/**
 * The options in view mode, and the option in edit mode. Rows are moved by dragging, by keys and by a menu.
 */
export const OptionTree = (props: Props) => {
  const { options, draft, form, locked, mayAdd } = props
  const { t } = useTranslation()
  const tree = useRef<HTMLTableElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState<number | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const rows = rowsOf(options, closed)
  const first = rows[0]?.option.id ?? null
  const reached = rows.some(({ option }) => option.id === current) ? current : first

  const focusOn = (id: number | null | undefined): void => {
    if (id === null || id === undefined) return
    setCurrent(id)
    tree.current?.querySelector<HTMLElement>(`[data-option="${id}"]`)?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new object
  useEffect(() => focusOn(props.focused?.id), [props.focused])

  const optionOf = (id: number): Option | undefined => options.find((option) => option.id === id)
  const withOption = (id: number, act: (option: Option) => void): void => {
    const option = optionOf(id)
    if (option !== undefined) act(option)
  }
  const toggle = (id: number, open: boolean): void =>
    setClosed((before) => {
      const next = new Set(before)
      if (open) next.delete(id)
      else next.add(id)
      return next
    })
  const put = (id: number, place: Place | null): void => {
    if (place === null) return
    if (place.parentId !== null) toggle(place.parentId, true)
    withOption(id, (option) => props.onMove(option, place))
  }
  const dropPlace = (id: number, where: Parameters<RowActions['mayDrop']>[1]): Place | null =>
    dragged === null || locked ? null : placeAt(options, dragged, id, where)
  const actions: RowActions = {
    edit: (id) => withOption(id, props.onEdit),
    addBelow: (id) => {
      toggle(id, true)
      props.onAdd(id)
    },
    remove: (id) => withOption(id, props.onRemove),
    toggle,
    move: (id, move) => put(id, placeAfter(options, id, move)),
    mayMove: (id, move) => placeAfter(options, id, move) !== null,
    drop: (id, where) => {
      if (dragged !== null) put(dragged, dropPlace(id, where))
      setDragged(null)
    },
    mayDrop: (id, where) => dropPlace(id, where) !== null,
    drag: setDragged,
    reach: setCurrent,
    focus: (id, to) => {
      const at = rows.findIndex(({ option }) => option.id === id)
      const next = { previous: at - 1, next: at + 1, first: 0, last: rows.length - 1 }
      focusOn(to === 'parent' ? optionOf(id)?.parentId : rows[next[to]]?.option.id)
    },
  }
  const levelOf = (id: number | null): number => rows.find(({ option }) => option.id === id)?.level ?? 0
  const editing = draft !== null && (
    <tr aria-level={levelOf(draft.parentId) + 1} aria-selected>
      <td colSpan={2}>{form}</td>
    </tr>
  )
  /** The last row before a new option of this parent: rows below the parent come first. */
  const lastBelow = (parentId: number): number | undefined => {
    const at = rows.findIndex(({ option }) => option.id === parentId)
    const level = rows[at]?.level ?? 0
    const after = rows.findIndex((row, index) => index > at && row.level <= level)
    return rows[(after === -1 ? rows.length : after) - 1]?.option.id
  }
  const formAfter = draft?.id === null && draft.parentId !== null ? lastBelow(draft.parentId) : undefined

  if (rows.length === 0 && draft === null) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are a tree and get the focus
    <table role="treegrid" aria-label={t('queue-options:title')} ref={tree} className={styles.tree}>
      <tbody>
        {rows.map((row) => {
          const { id } = row.option
          return (
            <Fragment key={id}>
              {draft !== null && draft.id === id ? (
                editing
              ) : (
                <OptionRow
                  row={row}
                  current={id === reached}
                  locked={locked}
                  mayAdd={mayAdd}
                  actions={actions}
                />
              )}
              {formAfter === id && editing}
            </Fragment>
          )
        })}
        {draft?.id === null && draft.parentId === null && editing}
      </tbody>
    </table>
  )
}
