import { ACCESS } from '@guiche/contracts/users/access.js'
import type { SettingRecord } from '@guiche/contracts/views/records.js'
import { SHOWN_BY_SUBJECT, type ShownSetting } from '@guiche/contracts/words/settings.js'
import { useMayDo } from '../../base/access.js'
import { Facts } from '../../components/facts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { hasChoices, Setting, valueText } from './setting.js'
import styles from './settings.module.css'

/** The company's settings: admins change them, others read them. */
export const Options = ({ settings }: { readonly settings: readonly SettingRecord[] }) => {
  const { t } = useTranslation()
  const mayChange = useMayDo(ACCESS['PUT /settings/:key'])
  const now = (name: ShownSetting): string => settings.find(({ key }) => key === name)?.value ?? ''
  const inWords = (name: ShownSetting): string =>
    hasChoices(name) ? valueText(t, now(name)) : t(now(name) === 'enabled' ? 'audit:yes' : 'audit:no')
  return SHOWN_BY_SUBJECT.map(([subject, names]) => (
    <section key={subject} className={styles.subject} aria-labelledby={`settings-${subject}`}>
      <h2 id={`settings-${subject}`}>{t(`settings:subject.${subject}`)}</h2>
      {mayChange ? (
        <ul className={styles.settings}>
          {names.map((name) => (
            <Setting key={name} name={name} value={now(name)} />
          ))}
        </ul>
      ) : (
        <Facts of={names.map((name) => [t(`audit:field.setting.${name}`), inWords(name)])} />
      )}
    </section>
  ))
}
