import type { QuotedRecord } from '@guiche/contracts/views/records.js'
import type { ApiError } from '../../api/errors.js'
import type { AttachedList } from './kept-attachments.js'
import type { UnreadableFiles } from './unreadable-files.js'

/**
 * An own message that the server does not show yet. The entry is removed when the message appears in the
 * conversation. A refused message stays, with its text and files, until it is sent again or discarded.
 */
export interface Outgoing {
  /** Idempotency-Key of all its attempts, so that a repetition never sends twice */
  readonly key: string
  /** the author: no other user sees or sends the message */
  readonly userId: number | undefined
  readonly ticketId: number
  /** null if unknown: a message of an earlier release */
  readonly contactId: number | null
  readonly body: string
  readonly fileNames: readonly string[]
  /** captions of its files, in order; the first file's caption is the body */
  readonly captions: readonly string[]
  readonly voice: boolean
  readonly quoted: QuotedRecord | null
  /** the quick reply that it was made with; a retry sends the same */
  readonly quickmessageId?: number | undefined
  /** the file list that is sent after it; a retry sends the same */
  readonly fileList?: AttachedList | undefined
  readonly createdAt: string
  /**
   * `waiting`: the server is away, and the message is sent when it returns; `stranded`: its ticket is no longer
   * accessible, and the author decides
   */
  readonly state: 'sending' | 'waiting' | 'accepted' | 'failed' | 'stranded'
  /** progress of the upload, 0 to 1 */
  readonly progress: number
  /** ids of the server's messages, once the server has accepted it */
  readonly messageIds: readonly string[]
  readonly error: ApiError | UnreadableFiles | null
}
