import type { SheetPreview } from '@guiche/contracts/imports.js'
import { formatPhone } from '../../components/phone.js'
import { listed } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './import-dialog.module.css'

/** Which column is taken for what, the first rows, and how many rows will not be imported. */
export const ImportPreview = ({ preview }: { readonly preview: SheetPreview }) => {
  const { t, i18n } = useTranslation()
  const { columns, rows, total, invalid, duplicates, withoutCountry } = preview
  const left = columns.filter(({ field, title }) => field === null && title !== '')
  return (
    <>
      <p className={styles.columns}>
        {columns.map(({ title, field }) =>
          field === null ? null : (
            <span key={title}>
              {title} → <b>{t(`contacts:field.${field}`)}</b>
            </span>
          ),
        )}
      </p>
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
            lines: listed(withoutCountry.map(String)),
          })}
        </p>
      )}
    </>
  )
}
