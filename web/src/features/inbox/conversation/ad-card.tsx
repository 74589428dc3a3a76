import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './bubble.module.css'
import { PreviewCard } from './link-preview.js'

type AdDetails = Extract<NonNullable<MessageRecord['details']>, { of: 'ad' }>

/** The advertisement through which a customer wrote. */
export const AdCard = ({ ad }: { ad: AdDetails }) => {
  const { t } = useTranslation()
  const { title, text, url, thumbnail } = ad
  const isShown = title !== '' || text !== '' || url !== ''
  return (
    <>
      <span className={styles.label}>{t('inbox:message.fromAd')}</span>
      {isShown && <PreviewCard url={url} title={title} description={text} thumbnail={thumbnail} />}
    </>
  )
}
