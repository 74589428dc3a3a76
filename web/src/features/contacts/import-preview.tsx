import type { SheetField, SheetPreview } from '@guiche/contracts/contact/imports.js'
import Checkbox from 'antd/es/checkbox/index.js'
import Select from 'antd/es/select/index.js'
import { formatPhone } from '../../components/phone.js'
import { joinNames } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import type { SheetReadingOptions } from './api.js'
import styles from './import-dialog.module.css'

const FIELDS = ['name', 'number', 'email'] as const
const NO_COLUMN = -1

interface Props {
  readonly preview: SheetPreview
  readonly wish: SheetReadingOptions
  readonly onWish: (wish: SheetReadingOptions) => void
}

/**
 * The recognised columns, the first rows, and the number of rows that will not be imported. The user may choose other
 * columns and another country.
 */
export const ImportPreview = ({ preview, wish, onWish }: Props) => {
  const { t, i18n } = useTranslation()
  const { columns, rows, total, invalid, duplicates, withoutCountry } = preview
  const choices = [
    { value: NO_COLUMN, label: t('contacts:import.noColumn') },
    ...columns.map(({ title }, value) => ({
      value,
      label: title || t('contacts:import.column', { n: value + 1 }),
    })),
  ]
  const columnOf = (field: SheetField): number =>
    wish.columns[field] === undefined
      ? columns.findIndex((column) => column.field === field)
      : (wish.columns[field] ?? NO_COLUMN)
  const chooseColumn = (field: SheetField, column: number): void =>
    onWish({ ...wish, columns: { ...wish.columns, [field]: column === NO_COLUMN ? null : column } })
  const left = columns.filter(({ field, title }) => field === null && title !== '')
  return (
    <>
      <div className={styles.columns}>
        {FIELDS.map((field) => (
          <span key={field}>
            {t(`contacts:field.${field}`)}{' '}
            <Select
              className={styles.column}
              aria-label={t(`contacts:field.${field}`)}
              value={columnOf(field)}
              options={choices}
              onChange={(column: number) => chooseColumn(field, column)}
            />
          </span>
        ))}
      </div>
      {columnOf('number') === NO_COLUMN && <p>{t('contacts:import.chooseNumbers')}</p>}
      {left.length > 0 && (
        <p className={styles.quiet}>
          {t('contacts:import.left', {
            columns: left.map(({ title }) => title).join(', '),
            count: left.length,
          })}
        </p>
      )}
      <table className={styles.rows}>
        <thead>
          <tr>
            <th>{t('contacts:import.line')}</th>
            <th>{t('contacts:field.name')}</th>
            <th>{t('contacts:field.number')}</th>
            <th>{t('contacts:field.email')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, name, number, email, outcome }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>{name}</td>
              <td className="tabular">
                {formatPhone(number)}
                {outcome !== null && <em> {t(`contacts:import.outcome.${outcome}`)}</em>}
              </td>
              <td>{email}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {t('contacts:import.total', { count: total, total: total.toLocaleString(i18n.language) })}{' '}
        {invalid > 0 && t('contacts:import.invalid', { count: invalid })}{' '}
        {duplicates > 0 && t('contacts:import.duplicates', { count: duplicates })}
      </p>
      {withoutCountry.length > 0 && (
        <p>
          {t('contacts:import.withoutCountry', {
            count: withoutCountry.length,
            lines: joinNames(withoutCountry.map(String)),
          })}
        </p>
      )}
      {(wish.addCountry || withoutCountry.length > 0) && (
        <Checkbox
          checked={wish.addCountry}
          onChange={() => onWish({ ...wish, addCountry: !wish.addCountry })}
        >
          {t('contacts:import.addCountry')}
        </Checkbox>
      )}
    </>
  )
}
