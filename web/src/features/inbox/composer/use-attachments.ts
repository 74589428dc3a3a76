import { useCallback, useEffect, useState } from 'react'
import { chooseFiles } from '../../../base/choose-files.js'
import { compressImage } from './compress-image.js'

/** WhatsApp's limit of a document, in bytes; the server knows those of the other kinds. */
const MAX_BYTES = 100 * 1024 * 1024
/** Files of one sending. */
export const MAX_FILES = 10

export interface AttachmentList {
  readonly files: readonly File[]
  /** names of files that were too large, to be told */
  readonly refused: readonly string[]
  /** names of files without content, to be told */
  readonly empty: readonly string[]
  /** more were given than one sending takes */
  readonly surplus: boolean
  /** some are still on their way: what is sent now would lack them */
  readonly coming: boolean
  add(files: readonly File[]): void
  /** takes a stored file along, by its address; rejects when it cannot be read */
  addStored(path: string, name: string): Promise<void>
  /** what goes below a file; below the first one goes the text of the composer */
  captionOf(file: File): string
  setCaption(file: File, caption: string): void
  remove(index: number): void
  clear(): void
  browse(): void
}

/** Files of tickets that were left before they were sent; they are there again when one comes back. */
const left = new Map<number, readonly File[]>()
const captions = new WeakMap<File, string>()

/** The files that go with the next message of a ticket: chosen, pasted or dropped. */
export const useAttachments = (
  ticketId: number,
  dropped: readonly File[],
  onDroppedTaken: () => void,
): AttachmentList => {
  const [files, setFiles] = useState<readonly File[]>(() => left.get(ticketId) ?? [])
  const [refused, setRefused] = useState<readonly string[]>([])
  const [empty, setEmpty] = useState<readonly string[]>([])
  const [surplus, setSurplus] = useState(false)
  const [coming, setComing] = useState(0)

  useEffect(() => {
    if (files.length === 0) left.delete(ticketId)
    else left.set(ticketId, files)
  }, [files, ticketId])

  const add = useCallback(
    (added: readonly File[]) => {
      setRefused(added.filter(({ size }) => size > MAX_BYTES).map(({ name }) => name))
      setEmpty(added.filter(({ size }) => size === 0).map(({ name }) => name))
      const taken = added.filter(({ size }) => size <= MAX_BYTES && size > 0)
      setSurplus(files.length + taken.length > MAX_FILES)
      setComing((count) => count + 1)
      void Promise.all(taken.map(compressImage)).then((ready) => {
        setFiles((held) => [...held, ...ready].slice(0, MAX_FILES))
        setComing((count) => count - 1)
      })
    },
    [files.length],
  )

  const addStored = async (path: string, name: string): Promise<void> => {
    setComing((count) => count + 1)
    try {
      const answer = await fetch(path, { credentials: 'same-origin' })
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      const content = await answer.blob()
      add([new File([content], name, { type: content.type })])
    } finally {
      setComing((count) => count - 1)
    }
  }

  useEffect(() => {
    if (dropped.length === 0) return
    add(dropped)
    onDroppedTaken()
  }, [dropped, add, onDroppedTaken])

  return {
    files,
    refused,
    empty,
    surplus,
    coming: coming > 0,
    add,
    addStored,
    captionOf: (file) => captions.get(file) ?? '',
    setCaption: (file, caption) => {
      captions.set(file, caption)
      setFiles((held) => [...held])
    },
    remove: (index) => {
      setFiles((held) => held.filter((_file, at) => at !== index))
      setSurplus(false)
    },
    clear: () => {
      setFiles([])
      setRefused([])
      setEmpty([])
      setSurplus(false)
    },
    browse: () => chooseFiles(add, { multiple: true }),
  }
}
