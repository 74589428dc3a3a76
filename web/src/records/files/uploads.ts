import type { RecordName } from '@guiche/contracts/records/index.js'
import { createContext, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../api/errors.js'
import { newId } from '../../api/ids.js'
import { useBringFileMutation } from '../record-api.js'

/** State of a file's upload. */
export type Upload =
  | { readonly kind: 'waiting' }
  /** share: 0 to 1 */
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'brought' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'stopped' }
type States = ReadonlyMap<File, Upload>

/** Uploads of a form, for its inputs. */
interface Uploads {
  readonly states: States
  /** skips a waiting upload, and aborts a running one */
  stop(file: File): void
  /** repeats a failed or stopped upload; null while impossible */
  readonly again: ((file: File, caption: string) => Promise<void>) | null
}
export const UploadsOfForm = createContext<Uploads>({
  states: new Map(),
  stop: () => undefined,
  again: null,
})

/** The record and field of an upload. */
interface Target {
  readonly record: RecordName
  readonly id: number
  readonly field: string
}
/**
 * Idempotency key of a file's upload: equal for attempts with the same caption, so that a retry uploads only
 * once.
 */
const attempts = new WeakMap<File, { readonly caption: string; readonly key: string }>()
const keyFor = (file: File, caption: string): string => {
  const known = attempts.get(file)
  if (known?.caption === caption) return known.key
  const key = newId()
  attempts.set(file, { caption, key })
  return key
}
/** Statuses of errors about the record, not about one file. */
const OF_RECORD: readonly number[] = [401, 403, 404]

/**
 * Uploads files one by one, with the state of each. During an upload the browser asks before the page closes.
 */
export const useUploads = () => {
  const [bring] = useBringFileMutation()
  const [states, setStates] = useState<States>(new Map())
  const calls = useRef(new Map<File, { abort(): void }>())
  const stopped = useRef(new Set<File>())
  const put = (file: File, state: Upload) => setStates((known) => new Map(known).set(file, state))
  const isBusy = [...states.values()].some(({ kind }) => kind === 'sending' || kind === 'waiting')
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])

  return {
    states,
    isBusy,
    /** Announces files that will be uploaded one after another. */
    expect: (files: readonly File[]): void => {
      stopped.current.clear()
      setStates((known) => new Map([...known, ...files.map((file) => [file, { kind: 'waiting' }] as const)]))
    },
    stop: (file: File): void => {
      stopped.current.add(file)
      calls.current.get(file)?.abort()
      put(file, { kind: 'stopped' })
    },
    /**
     * Gives the file's id, or null if it was cancelled or refused. Rejects if the record takes no file at
     * all.
     */
    send: async (target: Target, file: File, caption: string): Promise<number | null> => {
      if (stopped.current.has(file)) return null
      put(file, { kind: 'sending', share: 0 })
      const onProgress = (share: number) => put(file, { kind: 'sending', share })
      const call = bring({ ...target, file, caption, onProgress, idempotencyKey: keyFor(file, caption) })
      calls.current.set(file, call)
      try {
        const { id = null } = await call.unwrap()
        put(file, { kind: 'brought' })
        return id
      } catch (failure) {
        if (stopped.current.has(file)) return null
        const error = failure as ApiError
        put(file, { kind: 'failed', error })
        if (OF_RECORD.includes(error.status)) throw error
        return null
      } finally {
        calls.current.delete(file)
      }
    },
    /** Clears the cancelled state of a file. */
    release: (file: File): void => void stopped.current.delete(file),
  }
}
