import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import PlayCircleOutlined from '@ant-design/icons/es/icons/PlayCircleOutlined'
import { GALLERY_PAGE } from '@guiche/contracts/ticket/counts.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Drawer from 'antd/es/drawer/index.js'
import Segmented from 'antd/es/segmented/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { useState } from 'react'
import { dataForArgument } from '../../api/data-for-argument.js'
import { formatDayAndTime } from '../../base/dates.js'
import { splitText } from '../../base/whatsapp-text.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import { ListEnd } from '../../components/list/list-end.js'
import { ListStates } from '../../components/list/list-states.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useGalleryInfiniteQuery } from '../contacts/api.js'
import styles from './gallery.module.css'
import { shownUrl } from './model/picture-size.js'

const PictureViewer = lazyDialog(() => import('./dialogs/picture-viewer.js').then((m) => m.PictureViewer))

const KINDS = ['pictures', 'files', 'links'] as const
type Kind = (typeof KINDS)[number]

interface ListedMessages {
  readonly messages: readonly MessageRecord[]
}
const Pictures = ({ messages }: ListedMessages) => {
  const { t } = useTranslation()
  const [current, setCurrent] = useState<string | null>(null)
  return (
    <>
      <ul className={styles.pictures}>
        {messages.map((message) => {
          const { id, mediaUrl, mediaName, mediaType, createdAt } = message
          const name = `${mediaName || t(`contacts:gallery.${mediaType === 'video' ? 'play' : 'pictures'}`)}`
          return (
            <li key={id}>
              <button
                type="button"
                title={`${name} · ${formatDayAndTime(createdAt)}`}
                aria-label={`${name} · ${formatDayAndTime(createdAt)}`}
                onClick={() => setCurrent(id)}
              >
                {mediaType === 'video' ? (
                  <PlayCircleOutlined />
                ) : (
                  <img src={shownUrl(mediaUrl ?? '', message)} alt="" loading="lazy" />
                )}
              </button>
            </li>
          )
        })}
      </ul>
      {current !== null && (
        <PictureViewer
          pictures={[...messages].reverse()}
          current={current}
          onMove={setCurrent}
          onClose={() => setCurrent(null)}
        />
      )}
    </>
  )
}

const Files = ({ messages }: ListedMessages) => {
  const { t } = useTranslation()
  return (
    <ul className={styles.rows}>
      {messages.map(({ id, mediaUrl, mediaName, createdAt }) => (
        <li key={id}>
          <FileOutlined aria-hidden />
          <a href={mediaUrl ?? ''} target="_blank" rel="noreferrer">
            {mediaName || t('inbox:contact.file')}
          </a>
          <time dateTime={createdAt}>{formatDayAndTime(createdAt)}</time>
        </li>
      ))}
    </ul>
  )
}

/** The links of a message, each once. */
const linksIn = ({ body }: MessageRecord) => [
  ...new Map(
    splitText(body).flatMap((piece) =>
      piece.kind === 'link' ? [[piece.href, { href: piece.href, text: piece.text }] as const] : [],
    ),
  ).values(),
]
const Links = ({ messages }: ListedMessages) => (
  <ul className={styles.rows}>
    {messages.flatMap((message) =>
      linksIn(message).map(({ href, text }) => (
        <li key={`${message.id} ${href}`}>
          <LinkOutlined aria-hidden />
          <a href={href} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
          <time dateTime={message.createdAt}>{formatDayAndTime(message.createdAt)}</time>
        </li>
      )),
    )}
  </ul>
)
const PANES = { pictures: Pictures, files: Files, links: Links } as const

/**
 * Whether a page is short although more pages follow: the server reads only a limited number of messages per
 * page.
 */
const isShort = (pages: readonly ListedMessages[]): boolean =>
  (pages.at(-1)?.messages.length ?? GALLERY_PAGE) < GALLERY_PAGE

const GalleryPane = ({ contactId, kind }: { contactId: number; kind: Kind }) => {
  const { t } = useTranslation()
  const list = dataForArgument(useGalleryInfiniteQuery({ id: contactId, query: { kind } }))
  const messages = list.data?.pages.flatMap((page) => page.messages) ?? null
  const Shown = PANES[kind]
  // more may be far back in a long history, which is read to its end only on request
  const mayBeBehind = list.hasNextPage && isShort(list.data?.pages ?? [])
  return (
    <ListStates
      failed={list.isError}
      onRetry={list.refetch}
      count={mayBeBehind ? null : (messages?.length ?? null)}
      empty={<p className={styles.quiet}>{t('contacts:gallery.empty')}</p>}
    >
      {messages === null ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : (
        <Shown messages={messages} />
      )}
      {mayBeBehind && (
        <Button block loading={list.isFetching} onClick={() => void list.fetchNextPage()}>
          {t('contacts:gallery.seek')}
        </Button>
      )}
      {!mayBeBehind && <ListEnd list={list} />}
    </ListStates>
  )
}

/** Pictures, files and links of a contact, each tab read on demand, page by page. */
export const Gallery = ({ contactId, onClose }: { contactId: number; onClose: () => void }) => {
  const { t } = useTranslation()
  const [kind, setKind] = useState<Kind>('pictures')
  return (
    <Drawer open title={t('contacts:gallery.title')} onClose={onClose} size={640}>
      <section className={styles.gallery} data-scrolls>
        <Segmented<Kind>
          block
          aria-label={t('contacts:gallery.title')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: t(`contacts:gallery.${value}`) }))}
        />
        <GalleryPane key={kind} contactId={contactId} kind={kind} />
      </section>
    </Drawer>
  )
}
