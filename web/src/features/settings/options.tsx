import { ACCESS } from '@guiche/contracts/access.js'
import type { SettingRecord } from '@guiche/contracts/views/records.js'
import { useMayDo } from '../../base/access.js'
import { Facts } from '../../components/facts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { hasChoices, Setting, valueText } from './setting.js'
import styles from './settings.module.css'
import { SHOWN_BY_SUBJECT, type Shown, SUBJECTS } from './shown.js'

/** The company's settings: admins change them, others read them. `ALL_HAVE_A_PLACE` checks that none is forgotten. */
export const Options = ({ settings }: { readonly settings: readonly SettingRecord[] }) => {
  const { t } = useTranslation()
  const mayChange = useMayDo(ACCESS['PUT /settings/:key'])
  const now = (name: Shown): string => settings.find(({ key }) => key === name)?.value ?? ''
  const inWords = (name: Shown): string =>
    hasChoices(name) ? valueText(t, now(name)) : t(now(name) === 'enabled' ? 'audit:yes' : 'audit:no')
  return SUBJECTS.map((subject) => (
    <section key={subject} className={styles.subject} aria-labelledby={`settings-${subject}`}>
      <h2 id={`settings-${subject}`}>{t(`settings:subject.${subject}`)}</h2>
      {mayChange ? (
        <ul className={styles.settings}>
          {SHOWN_BY_SUBJECT[subject].map((name) => (
            <Setting key={name} name={name} value={now(name)} />
          ))}
        </ul>
      ) : (
        <Facts
          of={SHOWN_BY_SUBJECT[subject].map((name) => [t(`audit:field.setting.${name}`), inWords(name)])}
        />
      )}
    </section>
  ))
}
