import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { createContext, type ReactNode, useMemo, useState } from 'react'
import { lazyDialog } from '../../../components/lazy-dialog.js'

const PictureViewer = lazyDialog(() => import('../dialogs/picture-viewer.js').then((m) => m.PictureViewer))

/** Opens a picture or video over the whole window, by the id of its message. */
export const OpenPicture = createContext<(id: string) => void>(() => undefined)

const isShown = ({ mediaType, mediaUrl, mediaState, isDeleted }: MessageRecord): boolean =>
  (mediaType === 'image' || mediaType === 'video') &&
  mediaUrl !== null &&
  mediaState === 'stored' &&
  !isDeleted

interface Props {
  /** all loaded messages of the conversation, oldest first */
  readonly messages: readonly MessageRecord[]
  readonly children: ReactNode
}

/** Lets messages inside open their pictures in a viewer, which also shows the previous and next pictures. */
export const WithViewer = ({ messages, children }: Props) => {
  const [opened, setOpened] = useState<string | null>(null)
  const pictures = useMemo(() => (opened === null ? [] : messages.filter(isShown)), [opened, messages])
  return (
    <OpenPicture.Provider value={setOpened}>
      {children}
      {pictures.some(({ id }) => id === opened) && (
        <PictureViewer
          pictures={pictures}
          current={opened ?? ''}
          onMove={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
    </OpenPicture.Provider>
  )
}
