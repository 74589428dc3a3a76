import type { EmbeddedPage } from '@guiche/contracts/settings/settings.js'
import { ErrorState } from '../../components/error-state.js'
import { ForeignFrame } from '../../components/foreign-frame.js'
import { NotFound } from '../../components/not-found.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useEmbeddedPagesQuery } from './api.js'
import styles from './embedded.module.css'

/** Shows an embedded page if the platform has set its address. */
export const EmbeddedFrame = ({ page }: { page: EmbeddedPage }) => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useEmbeddedPagesQuery()
  if (data === undefined) return isError ? <ErrorState onRetry={refetch} /> : <PageSkeleton />
  const address = data.find((one) => one.page === page)?.address
  if (address === undefined) return <NotFound />
  const name = t(`embedded:page.${page}`)
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{name}</h1>
      <ForeignFrame key={address} name={name} address={address} />
    </div>
  )
}
