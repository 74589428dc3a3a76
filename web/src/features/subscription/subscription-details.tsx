import { inReais } from '@guiche/contracts/languages.js'
import { UNBLOCK_DAYS } from '@guiche/contracts/subscription/standing.js'
import type { SubscriptionRecord } from '@guiche/contracts/views/subscription.js'
import type { TFunction } from 'i18next'
import { type ApiError, errorText } from '../../api/errors.js'
import { refresh } from '../../api/query.js'
import { useUser } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useNow } from '../../base/use-now.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { Facts } from '../../components/facts.js'
import { PlainButton } from '../../components/plain-button.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { currentLanguage } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useUnblockMutation } from './api.js'
import { dayAndTime, dayInZone } from './moments.js'
import styles from './subscription.module.css'
import { trialDaysLeft } from './trial.js'

const standingText = (
  t: TFunction,
  { standing, why, dueDate, since, until }: SubscriptionRecord,
  zone: string,
): string => {
  const values = { date: dayInZone(dueDate, zone), since: dayAndTime(since), until: dayAndTime(until) }
  if (standing === 'active' && dueDate === null) return t('subscription:standing.forever')
  if (standing === 'grace' && why === 'unblocked') return t('subscription:standing.unblocked', values)
  if (standing === 'blocked')
    return t(why === 'closed' ? 'subscription:standing.closed' : 'subscription:standing.due', values)
  return t(`subscription:standing.${standing}`, values)
}

/** The button that unblocks a company for a while, or the name of the user who did so. */
const Unblock = ({ subscription }: { readonly subscription: SubscriptionRecord }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const [unblock, { isLoading }] = useUnblockMutation()
  const { mayUnblock, unblocked } = subscription
  if (unblocked !== null) {
    const name = unblocked.by ?? t('subscription:unblock.someone')
    return <p>{t('subscription:unblock.used', { name, until: dayAndTime(unblocked.until) })}</p>
  }
  if (!mayUnblock) return null
  const ask = async (): Promise<void> => {
    const days = UNBLOCK_DAYS
    const question = {
      title: t('subscription:unblock.title'),
      text: t('subscription:unblock.text', { days }),
      confirm: t('subscription:unblock.confirm'),
    }
    if (!(await confirm(question))) return
    try {
      const done = await unblock().unwrap()
      if ('until' in done)
        dispatch(
          toastShown({
            tone: 'good',
            text: t('subscription:unblock.done', { until: dayAndTime(done.until) }),
          }),
        )
    } catch (error) {
      dispatch(toastShown({ tone: 'failed', text: errorText(error as ApiError) }))
    }
    // the renewed session shows that the company is unblocked
    void dispatch(refresh())
  }
  return (
    <div className={styles.unblock}>
      <PlainButton primary busy={isLoading} disabled={isLoading} onClick={() => void ask()}>
        {t('subscription:unblock.action', { days: UNBLOCK_DAYS })}
      </PlainButton>
      <p className={styles.muted}>{t('subscription:unblock.hint')}</p>
    </div>
  )
}

/** A company's standing, limits and features, and way to pay. */
export const SubscriptionDetails = ({ subscription }: { readonly subscription: SubscriptionRecord }) => {
  const { t } = useTranslation()
  const { company: own } = useUser()
  const { timezone, trialExpiration } = own
  const trial = trialDaysLeft(own, useNow())
  const { company, dueDate, plan, howToPay, contact } = subscription
  const names = ['users', 'connections', 'queues'] as const
  const allowed = names.map((name) =>
    t(`subscription:limit.${name}`, { most: plan[name] ?? t('subscription:limit.none') }),
  )
  return (
    <div className={styles.details}>
      <p className={styles.standing} data-standing={subscription.standing}>
        {standingText(t, subscription, timezone)}
      </p>
      <Unblock subscription={subscription} />
      <Facts
        of={[
          [t('subscription:company'), company.name],
          [
            t('subscription:dueDate'),
            dueDate === null ? t('subscription:noDueDate') : dayInZone(dueDate, timezone),
          ],
          ...(trial === null
            ? []
            : [
                [
                  t('subscription:trial'),
                  t('subscription:trialLeft', { count: trial, date: dayInZone(trialExpiration, timezone) }),
                ] as const,
              ]),
          ...(plan.name === '' ? [] : [[t('subscription:plan'), plan.name] as const]),
          ...(plan.value === null
            ? []
            : [[t('subscription:value'), inReais(plan.value, currentLanguage())] as const]),
          [t('subscription:allowed'), allowed.join(' · ')],
        ]}
      />
      <section>
        <h2 className={styles.part}>{t('subscription:howToPay')}</h2>
        <p className={styles.words}>
          {howToPay || (contact === '' ? t('subscription:nothingSaid') : contact)}
        </p>
        {howToPay !== '' && contact !== '' && (
          <p className={styles.words}>
            {t('subscription:contact')}: {contact}
          </p>
        )}
      </section>
    </div>
  )
}
