import { lacksName } from '@guiche/contracts/contact/name.js'
import type { DuplicateRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Modal from 'antd/es/modal/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { useSaved } from '../../api/use-saved.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { EmptyState } from '../../components/empty-state.js'
import { ListStates } from '../../components/list/list-states.js'
import { PersonName } from '../../components/person-name.js'
import { addressOf } from '../../components/phone.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useDuplicatesQuery, useMergeContactsMutation } from './api.js'
import styles from './duplicates-dialog.module.css'

type Contact = DuplicateRecord['contacts'][number]

/** Numbers of records that move to the remaining contact. */
const MovedCounts = ({ from, to }: { readonly from: Contact; readonly to: Contact }) => {
  const { t } = useTranslation()
  const fields = from.extraInfo.filter(
    ({ name, value }) => !to.extraInfo.some((own) => own.name === name && own.value === value),
  )
  const counted = (what: 'tickets' | 'notes') =>
    from[what] === 0 ? [] : [t(`contacts:duplicates.${what}`, { count: from[what] })]
  const parts = [
    ...(lacksName(to) && !lacksName(from) ? [from.name] : []),
    ...counted('tickets'),
    ...counted('notes'),
    ...(to.email === '' && from.email !== '' ? [from.email] : []),
    ...fields.map(({ name, value }) => `${name}: ${value}`),
  ]
  if (parts.length === 0) return null
  return (
    <small className={styles.moves}>{t('contacts:duplicates.moves', { parts: parts.join(' · ') })}</small>
  )
}

const DuplicateGroup = ({
  group,
  onMerge,
}: {
  group: DuplicateRecord
  onMerge: (to: Contact, from: Contact) => void
}) => {
  const { t } = useTranslation()
  const [first, ...others] = group.contacts
  if (first === undefined) return null
  const line = (one: Contact) => [addressOf(one), one.email].filter(Boolean).join(' · ')
  return (
    <li className={styles.group}>
      <small>{t(`contacts:duplicates.because.${group.because}`)}</small>
      <div className={styles.person}>
        <PersonName name={first.name} picture={first.profilePicUrl} line={line(first)} />
        <b>{t('contacts:duplicates.stays')}</b>
      </div>
      {others.map((other) => (
        <div key={other.id} className={styles.person}>
          <PersonName
            name={other.name}
            picture={other.profilePicUrl}
            line={
              <>
                {line(other)}
                <MovedCounts from={other} to={first} />
              </>
            }
          />
          <Button onClick={() => onMerge(first, other)}>{t('contacts:duplicates.merge')}</Button>
        </div>
      ))}
    </li>
  )
}

/** Contacts that may be one person, of the whole company or of one contact, with the effects of a merge. */
export const DuplicatesDialog = (props: {
  readonly contactId: number | null
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const { data, isError, isFetching, refetch } = useDuplicatesQuery(
    { query: props.contactId === null ? {} : { contactId: String(props.contactId) } },
    { refetchOnMountOrArgChange: true },
  )
  const [merge] = useMergeContactsMutation()
  const { save, saving } = useSaved()
  const ask = async (to: Contact, from: Contact): Promise<void> => {
    const agreed = await confirm({
      title: t('contacts:duplicates.askTitle'),
      text: t('contacts:duplicates.ask', { from: from.name, to: to.name }),
      confirm: t('contacts:duplicates.merge'),
      danger: true,
    })
    if (!agreed) return
    try {
      await save(merge, { id: to.id, body: { contactId: from.id } })
      dispatch(toastShown({ tone: 'good', text: t('contacts:duplicates.merged', { name: to.name }) }))
    } catch {
      // the shared handler reports the failure; the list may have changed
      void refetch()
    }
  }
  return (
    <Modal
      open
      title={t('contacts:duplicates.title')}
      width={640}
      onCancel={props.onClose}
      footer={<Button onClick={props.onClose}>{t('common:close')}</Button>}
    >
      <ListStates
        failed={isError}
        onRetry={() => void refetch()}
        count={data?.length ?? null}
        empty={<EmptyState title={t('contacts:duplicates.none')} hint={t('contacts:duplicates.noneHint')} />}
      >
        {data === undefined ? (
          <Skeleton active avatar paragraph={{ rows: 2 }} />
        ) : (
          <ul className={styles.groups} aria-busy={isFetching || saving}>
            {data.map((group) => (
              <DuplicateGroup
                key={group.contacts.map(({ id }) => id).join(' ')}
                group={group}
                onMerge={(to, from) => void ask(to, from)}
              />
            ))}
          </ul>
        )}
      </ListStates>
    </Modal>
  )
}
