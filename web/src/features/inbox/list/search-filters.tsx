import { useUser } from '../../../base/access.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { UserSelect } from '../../../records/user-select.js'
import { TagSelect } from '../../tags/tag-select.js'

interface Props {
  readonly tags: number[]
  readonly setTags: (ids: number[]) => void
  readonly users: number[]
  readonly setUsers: (ids: number[]) => void
}

/** What narrows a search: tags, and for admins the users who attend. */
export const SearchFilters = ({ tags, setTags, users, setUsers }: Props) => {
  const { t } = useTranslation()
  const admin = useUser().profile === 'admin'
  return (
    <>
      <TagSelect<number>
        allowClear
        aria-label={t('tags:on.filter')}
        placeholder={t('tags:on.filter')}
        value={tags}
        onChange={setTags}
      />
      {admin && (
        <UserSelect<number[]>
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          placeholder={t('inbox:search.users')}
          aria-label={t('inbox:search.users')}
          value={users}
          onChange={setUsers}
        />
      )}
    </>
  )
}
