import PlayCircleOutlined from '@ant-design/icons/es/icons/PlayCircleOutlined'
import ReadOutlined from '@ant-design/icons/es/icons/ReadOutlined'
import Button from 'antd/es/button/index.js'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useMay } from '../../base/access.js'
import { EmptyState } from '../../components/empty-state.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import { ListStates } from '../../components/list/list-states.js'
import { PageHeader } from '../../components/page-header.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useRecords } from '../../records/record-api.js'
import styles from './helps.module.css'
import type { HelpVideo } from './video-dialog.js'

const VideoDialog = lazyDialog(() => import('./video-dialog.js').then((m) => m.VideoDialog))

const Card = ({ help, onPlay }: { readonly help: HelpVideo; readonly onPlay: () => void }) => {
  const { t } = useTranslation()
  const { title, video, description, link } = help
  return (
    <li className={styles.card}>
      {video === '' ? (
        <div className={styles.still}>
          <ReadOutlined aria-hidden />
        </div>
      ) : (
        <button
          type="button"
          className={styles.still}
          aria-label={t('helps:watch.play', { title })}
          onClick={onPlay}
        >
          <PlayCircleOutlined aria-hidden />
        </button>
      )}
      <h2 className={styles.title}>{title}</h2>
      {description !== '' && <p className={styles.text}>{description}</p>}
      {link !== '' && (
        <a href={link} target="_blank" rel="noreferrer">
          {t('helps:watch.read')}
        </a>
      )}
    </li>
  )
}

/** The help videos of the platform, for the users of all companies. */
export const HelpsPage = () => {
  const { t } = useTranslation()
  const isSuper = useMay('super')
  const [played, setPlayed] = useState<HelpVideo | null>(null)
  const { rows, isError, refetch } = useRecords('help')
  const edit = isSuper && (
    <Link to="/settings?tab=helps">
      <Button>{t('helps:watch.edit')}</Button>
    </Link>
  )
  return (
    <>
      <PageHeader title={t('helps:title')} hint={t('helps:watch.hint')} button={edit} />
      <ListStates
        failed={isError}
        onRetry={refetch}
        count={rows?.length ?? null}
        empty={<EmptyState title={t('helps:watch.none')} hint={t('helps:watch.noneHint')} action={edit} />}
      >
        {rows === undefined ? (
          <PageSkeleton />
        ) : (
          <ul className={styles.cards}>
            {rows.map((help) => (
              <Card key={help.id} help={help} onPlay={() => setPlayed(help)} />
            ))}
          </ul>
        )}
      </ListStates>
      {played !== null && <VideoDialog help={played} onClose={() => setPlayed(null)} />}
    </>
  )
}
