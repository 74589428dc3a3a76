import FilterFilled from '@ant-design/icons/es/icons/FilterFilled'
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import Button from 'antd/es/button/index.js'
import { type ReactNode, useId, useState } from 'react'
import { useFocusBack } from '../../base/use-focus-back.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './filter-fold.module.css'

interface Props {
  /** number of chosen filters */
  readonly count: number
  /** the text of the button while filters are folded, if not their number */
  readonly label?: string
  readonly onClear?: () => void
  /** the fields */
  readonly children: ReactNode
}

/** The first of the filters' controls that shows. */
const firstControl = (gone: HTMLElement): HTMLElement | null =>
  [...(gone.closest('search')?.querySelectorAll<HTMLElement>('button, input') ?? [])].find(
    (control) => !gone.contains(control) && control.checkVisibility(),
  ) ?? null

/** The filters of a list. On a phone they fold into one button, so that the list begins on the first screen. */
export const FilterFold = ({ count, label, onClear, children }: Props) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const fields = useId()
  const focusBack = useFocusBack<HTMLElement>(firstControl)
  return (
    <search className={styles.filters} data-open={open}>
      <Button
        className={styles.fold ?? ''}
        icon={count === 0 ? <FilterOutlined /> : <FilterFilled />}
        aria-expanded={open}
        aria-controls={fields}
        onClick={() => setOpen(!open)}
      >
        {label ?? (count === 0 ? t('inbox:filter.title') : t('inbox:filter.on', { count }))}
      </Button>
      <div id={fields} className={styles.fields}>
        {children}
      </div>
      {onClear !== undefined && count > 0 && (
        <span ref={focusBack}>
          <Button type="text" onClick={onClear}>
            {t('inbox:filter.clear')}
          </Button>
        </span>
      )}
    </search>
  )
}
