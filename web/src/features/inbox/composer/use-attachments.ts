import { useCallback, useEffect, useState } from 'react'
import { compressImage } from './compress-image.js'

/** WhatsApp's limit of a document, in bytes; the server knows those of the other kinds. */
const MAX_BYTES = 100 * 1024 * 1024
/** Files of one sending. */
const MAX_FILES = 10

export interface AttachmentList {
  readonly files: readonly File[]
  /** names of files that were too large, to be told */
  readonly refused: readonly string[]
  add(files: readonly File[]): void
  remove(index: number): void
  clear(): void
  browse(): void
}

/** The files that go with the next message: chosen, pasted or dropped. */
export const useAttachments = (dropped: readonly File[], onDroppedTaken: () => void): AttachmentList => {
  const [files, setFiles] = useState<readonly File[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])

  const add = useCallback((added: readonly File[]) => {
    setRefused(added.filter(({ size }) => size > MAX_BYTES).map(({ name }) => name))
    const taken = added.filter(({ size }) => size <= MAX_BYTES && size > 0)
    void Promise.all(taken.map(compressImage)).then((ready) =>
      setFiles((held) => [...held, ...ready].slice(0, MAX_FILES)),
    )
  }, [])

  useEffect(() => {
    if (dropped.length === 0) return
    add(dropped)
    onDroppedTaken()
  }, [dropped, add, onDroppedTaken])

  return {
    files,
    refused,
    add,
    remove: (index) => setFiles((held) => held.filter((_file, at) => at !== index)),
    clear: () => {
      setFiles([])
      setRefused([])
    },
    browse: () => {
      const input = document.createElement('input')
      input.type = 'file'
      input.multiple = true
      input.onchange = () => add([...(input.files ?? [])])
      input.click()
    },
  }
}
