import { SHOWN_OF_PLATFORM } from '@guiche/contracts/words/settings.js'
import { ErrorState } from '../../components/error-state.js'
import { PageHeader } from '../../components/page-header.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { usePlatformSettingsQuery } from './platform-api.js'
import { Setting } from './setting.js'
import styles from './settings.module.css'

/** The platform's settings for super users; addresses of embedded pages have their own page. */
export const PlatformOptions = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = usePlatformSettingsQuery()
  return (
    <section className={styles.section} aria-label={t('settings:platform.title')}>
      <PageHeader level={2} title={t('settings:platform.title')} hint={t('settings:platform.hint')} />
      {data === undefined ? (
        isError ? (
          <ErrorState onRetry={refetch} />
        ) : (
          <PageSkeleton />
        )
      ) : (
        <ul className={styles.settings}>
          {SHOWN_OF_PLATFORM.map((name) => (
            <Setting key={name} name={name} value={data.find(({ key }) => key === name)?.value ?? ''} />
          ))}
        </ul>
      )}
    </section>
  )
}
