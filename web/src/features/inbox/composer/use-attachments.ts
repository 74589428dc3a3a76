import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { newId } from '../../../api/ids.js'
import { chooseFiles } from '../../../base/choose-files.js'
import { reasonAgainst } from '../../../base/file-limits.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import {
  type AttachedList,
  attachedTo,
  changeAttached,
  onAttachmentsChange,
  whileComing,
} from '../kept-attachments.js'
import { unreadableOf } from '../unreadable-files.js'
import { compressImage } from './compress-image.js'
import { namedFile } from './named-file.js'
import { type Refusal, refusalsOf } from './refusal.js'

/** Maximum of files in one message. */
export const MAX_FILES = 10

export interface AttachmentList {
  readonly files: readonly File[]
  /** a file list that is sent after the files */
  readonly list: AttachedList | null
  /** recently refused files, for a note */
  readonly refusals: readonly Refusal[]
  /** attached photos that the contact gets as documents, for a note */
  readonly unseen: readonly File[]
  /** more files were added than one message may have */
  readonly surplus: boolean
  /** some files are still being prepared: a message sent now would lack them */
  readonly coming: boolean
  add(files: readonly File[]): void
  /** attaches a stored file by its address; rejects if the file cannot be read */
  addStored(path: string, name: string): Promise<void>
  /** key of a file for lists: several files may have the same name */
  keyOf(file: File): string
  /** caption of a file; the first file's caption is the composer's text */
  captionOf(file: File): string
  setCaption(file: File, caption: string): void
  remove(file: File): void
  setList(list: AttachedList | null): void
  clear(): void
  browse(): void
}

interface KnownFile {
  readonly key: string
  readonly unseen: boolean
  readonly caption: string
}
const known = new WeakMap<File, KnownFile>()
const knownOf = (file: File): KnownFile => {
  const found = known.get(file) ?? { key: newId(), unseen: false, caption: '' }
  known.set(file, found)
  return found
}

/** The files of a ticket's next message: chosen, pasted or dropped. `key`: see `attachedKey`. */
export const useAttachments = (
  key: string,
  dropped: readonly File[],
  onDroppedTaken: () => void,
): AttachmentList => {
  const { files, coming, list } = useSyncExternalStore(onAttachmentsChange, () => attachedTo(key))
  const { t } = useTranslation()
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const [surplus, setSurplus] = useState(false)

  const take = useCallback(
    async (added: readonly File[]): Promise<void> => {
      const named = added.map((file) => namedFile(file, t('inbox:composer.unnamedFile')))
      const unreadable = await unreadableOf(named)
      const readable = named.filter((file) => !unreadable.includes(file))
      const ready = await Promise.all(readable.map(compressImage))
      const taken = ready.filter(({ file }) => reasonAgainst(file) === null)
      for (const { file, unseen } of taken) known.set(file, { ...knownOf(file), unseen })
      setRefusals(
        refusalsOf(
          unreadable,
          ready.map(({ file }) => file),
        ),
      )
      setSurplus(attachedTo(key).files.length + taken.length > MAX_FILES)
      changeAttached(key, ({ files }) => ({
        files: [...files, ...taken.map(({ file }) => file)].slice(0, MAX_FILES),
      }))
    },
    [key, t],
  )
  const add = useCallback((added: readonly File[]) => void whileComing(key, () => take(added)), [key, take])

  const addStored = (path: string, name: string): Promise<void> =>
    whileComing(key, async () => {
      const answer = await fetch(path, { credentials: 'same-origin' })
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      const content = await answer.blob()
      await take([new File([content], name, { type: content.type })])
    })

  useEffect(() => {
    if (dropped.length === 0) return
    add(dropped)
    onDroppedTaken()
  }, [dropped, add, onDroppedTaken])

  return {
    files,
    list,
    setList: (next) => changeAttached(key, () => ({ list: next })),
    refusals,
    unseen: files.filter((file) => knownOf(file).unseen),
    surplus,
    coming: coming > 0,
    add,
    addStored,
    keyOf: (file) => knownOf(file).key,
    captionOf: (file) => knownOf(file).caption,
    setCaption: (file, caption) => {
      known.set(file, { ...knownOf(file), caption })
      changeAttached(key, ({ files }) => ({ files: [...files] }))
    },
    remove: (file) => {
      changeAttached(key, ({ files }) => ({ files: files.filter((held) => held !== file) }))
      setSurplus(false)
    },
    clear: () => {
      changeAttached(key, () => ({ files: [], list: null }))
      setRefusals([])
      setSurplus(false)
    },
    browse: () => chooseFiles(add, { multiple: true }),
  }
}
