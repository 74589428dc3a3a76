import Skeleton from 'antd/es/skeleton/index.js'
import type { MouseEvent, ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<T> {
  readonly key: string
  readonly title: string
  readonly render: (row: T) => ReactNode
  readonly align?: 'right' | 'center'
  /** CSS width */
  readonly width?: string
  /** omits the title beside the value on narrow windows */
  readonly bare?: boolean
  /** hidden in a table without enough space; `'wide'`: also in one of a usual window */
  readonly spare?: boolean | 'wide'
}

interface Props<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  /** null while the first page loads */
  readonly rows: readonly T[] | null
  readonly rowKey: (row: T) => string | number
  /** newer rows are loading */
  readonly busy?: boolean | undefined
  /** tone of a row with a warning */
  readonly tone?: ((row: T) => 'waiting' | 'failed' | null) | undefined
  /** content below the rows */
  readonly end?: ReactNode
  /** called by a press anywhere on a row; for the keyboard, an element in the row does the same */
  readonly onOpen?: ((row: T) => void) | undefined
}

/** Whether a press belongs to a control inside the row, or to selected text. */
const hasOwnPress = ({ target }: MouseEvent): boolean =>
  (target as Element).closest('a, button, input, label, [role="menu"], [role="dialog"]') !== null ||
  getSelection()?.type === 'Range'

const spareClass = (spare: boolean | 'wide' = false): string | undefined =>
  spare === 'wide' ? `${styles.spare} ${styles.wide}` : spare ? styles.spare : undefined

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e']

/** A plain table; on narrow windows each row is a card. Roles are explicit because CSS removes them there. */
export const DataTable = <T,>({
  label,
  columns,
  rows,
  rowKey,
  busy = false,
  tone,
  end,
  onOpen,
}: Props<T>) => (
  // biome-ignore-start lint/a11y/noRedundantRoles: `display: block` on narrow windows drops the roles of tables
  <>
    <div className={styles.scroll}>
      <table className={styles.table} role="table" aria-label={label} aria-busy={busy || rows === null}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, title, align, width, spare }) => (
              <th
                key={key}
                role="columnheader"
                scope="col"
                className={spareClass(spare)}
                style={{ width, textAlign: align }}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows === null
            ? SKELETON_ROWS.map((row) => (
                <tr key={row} role="row">
                  {columns.map(({ key, spare }) => (
                    <td key={key} role="cell" className={spareClass(spare)}>
                      <Skeleton.Input active size="small" block />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr
                  key={rowKey(row)}
                  role="row"
                  data-tone={tone?.(row) ?? undefined}
                  data-opens={onOpen !== undefined || undefined}
                  onClick={onOpen && ((event) => hasOwnPress(event) || onOpen(row))}
                >
                  {columns.map(({ key, title, render, align, bare, spare }) => (
                    <td
                      key={key}
                      role="cell"
                      className={spareClass(spare)}
                      data-title={bare ? undefined : title}
                      style={{ textAlign: align }}
                    >
                      {render(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
    {end}
  </>
  // biome-ignore-end lint/a11y/noRedundantRoles: `display: block` on narrow windows drops the roles of tables
)
