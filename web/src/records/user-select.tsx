import type { UserRow } from '@guiche/contracts/views/records.js'
import { PresenceDot, presenceOf } from '../components/presence-dot.js'
import { Select, type SelectProps } from '../components/select.js'
import { useTranslation } from '../i18n/use-translation.js'
import { useUserListQuery } from './user-list.js'
import styles from './user-select.module.css'

interface Props<V> extends SelectProps<V> {
  /** users to choose from; all of the company unless given */
  readonly users?: readonly UserRow[]
}

/** The name of a colleague as an option, with the presence. */
export const UserLabel = ({ user }: { readonly user: UserRow }) => {
  const { t } = useTranslation()
  return (
    <>
      <PresenceDot presence={presenceOf(user)} /> {user.name}
      {user.offHours && <span className={styles.off}> · {t('users:offHours')}</span>}
      <span className="visually-hidden">, {t(`users:presence.${presenceOf(user)}`)}</span>
    </>
  )
}

/** A select field for one or several colleagues, with their presence. */
export const UserSelect = <V = number>({ users, ...props }: Props<V>) => {
  const read = useUserListQuery()
  return (
    <Select<V>
      read={read}
      showSearch={{ optionFilterProp: 'title' }}
      {...props}
      options={(users ?? read.data ?? []).map((user) => ({
        value: user.id,
        title: user.name,
        label: <UserLabel user={user} />,
      }))}
    />
  )
}
