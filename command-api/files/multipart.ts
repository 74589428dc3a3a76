import { createHash, type Hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { MAX_FILE_SIZE } from '@guiche/contracts/files/files.js'
import { type FormSpec, isFieldOf, MOST_FIELDS, MOST_FILES } from '@guiche/contracts/files/forms.js'
import { HIDDEN_CHARACTERS } from '@guiche/contracts/plain-text.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import busboy from 'busboy'

/** Bytes of a text field: the longest message, four bytes a character. */
const FIELD_BYTES = 4 * 65_536

/** Limit of a whole form in bytes, including the boundaries of its parts. */
const FORM_BYTES = MOST_FILES * MAX_FILE_SIZE + MOST_FIELDS * FIELD_BYTES + 1_000_000

export interface IncomingFile {
  /** the file's index among the files of the form */
  readonly index: number
  readonly fileName: string
  /** type declared by the sender; untrusted */
  readonly declared: string
  readonly stream: Readable
}

export interface Form {
  /** values by name, in the order of their arrival */
  readonly fields: ReadonlyMap<string, readonly string[]>
  /** name, declared type and SHA-256 of each file */
  readonly files: readonly string[]
}

/** Whether the body of a request is a multipart form. */
export const isForm = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** Passes bytes on unchanged and adds them to `hash`. */
const createHashing = (hash: Hash): Transform =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })

/** The name of a part; '' for none, which no form declares. */
const nameOf = (raw: string | undefined): string => (raw ?? '').replace(/\[\]$/, '')

/** Emits exceptions of the parser and of its listeners as the error event. Uncaught exceptions would end the process. */
const catchParserErrors = (parser: ReturnType<typeof busboy>): void => {
  const write = parser._write.bind(parser)
  parser._write = (chunk, encoding, done) => {
    try {
      write(chunk, encoding, done)
    } catch (failure) {
      parser.destroy(failure as Error)
    }
  }
}

/** Why one more file is refused, with as many of them before it as the form may hold. */
const tooManyFiles = ({ name, most }: FormSpec['files']): DomainError => {
  if (most > 1) return domainError('ERR_BODY_TOO_LARGE')
  return domainError(most === 0 ? 'ERR_FIELD_NOT_SUPPORTED' : 'ERR_VALIDATION', { field: name })
}

/** The last part of a path, without hidden characters, 1 to 200 characters. */
export const plainName = (name: string | undefined): string => {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(HIDDEN_CHARACTERS, '').trim()
  const short = [...clean].slice(-200).join('')
  return /^\.*$/.test(short) ? 'arquivo' : short
}

/**
 * Reads a multipart form. Text fields are collected, and each file goes to `onFile` as a stream, one after another; an
 * error from `onFile` stops the reading. Limits: parts, names, `most` bytes in all, and the limits of the route. The
 * rest of a refused request is drained, so that the answer arrives. Errors: ERR_VALIDATION, ERR_BODY_TOO_LARGE,
 * ERR_FIELD_NOT_SUPPORTED, and those of `onFile`.
 */
export const readForm = async (
  request: IncomingMessage,
  spec: FormSpec,
  onFile: (file: IncomingFile) => Promise<DomainError | null>,
  most = FORM_BYTES,
): Promise<Result<Form, DomainError>> => {
  const invalid = (field: string) => domainError('ERR_VALIDATION', { field })
  // a request destroyed before this point emits no further events
  if (request.destroyed) return err(invalid('body'))
  let parser: ReturnType<typeof busboy>
  try {
    parser = busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: {
        files: MOST_FILES,
        fields: MOST_FIELDS,
        parts: MOST_FILES + MOST_FIELDS,
        fileSize: spec.files.bytes + 1,
        fieldSize: FIELD_BYTES,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    })
  } catch {
    request.resume()
    return err(invalid('body'))
  }

  catchParserErrors(parser)
  const fields = new Map<string, string[]>()
  const files: string[] = []
  let failed: DomainError | null = null
  let work: Promise<void> = Promise.resolve()

  await new Promise<void>((resolve) => {
    const fail = (error: DomainError): void => {
      failed ??= error
      request.unpipe(parser)
      request.resume()
      resolve()
    }
    const full = () => fail(domainError('ERR_BODY_TOO_LARGE'))
    parser.on('field', (rawName, value, info) => {
      const name = nameOf(rawName)
      if (info.valueTruncated || info.nameTruncated) return full()
      // forms write every line end as CRLF; people read and answer texts with LF
      const text = value.replace(/\r\n?/g, '\n')
      if (text.includes('\0') || !isFieldOf(spec, name, text))
        return fail(invalid(name.slice(0, 60) || 'body'))
      fields.set(name, [...(fields.get(name) ?? []), text])
    })
    parser.on('file', (rawName, source, info) => {
      source.on('error', () => {})
      const name = nameOf(rawName)
      if (failed !== null || name !== spec.files.name) {
        source.resume()
        return fail(invalid(name.slice(0, 60) || 'body'))
      }
      if (files.length >= spec.files.most) {
        source.resume()
        return fail(tooManyFiles(spec.files))
      }
      const hash = createHash('sha256')
      const stream = pipeline(source, createHashing(hash), () => {})
      const index = files.push('') - 1
      const file = { index, fileName: plainName(info.filename), declared: info.mimeType, stream }
      work = work.then(async () => {
        const error = await onFile(file).catch((): DomainError => domainError('ERR_CREATING_MESSAGE'))
        stream.resume()
        if (error !== null) return fail(error)
        await finished(stream).catch(() => {})
        files[index] = `${info.filename}|${info.mimeType}|${hash.digest('hex')}`
      })
    })
    parser.on('filesLimit', full)
    parser.on('fieldsLimit', full)
    parser.on('partsLimit', full)
    parser.on('error', () => fail(invalid('body')))
    parser.on('close', () => resolve())
    request.on('aborted', () => fail(invalid('body')))
    request.on('error', () => fail(invalid('body')))
    // counts bytes before the first part and after the last part, too
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > most) full()
    })
    request.pipe(parser)
  })
  if (failed !== null) parser.destroy()
  await work
  return failed === null ? ok({ fields, files }) : err(failed)
}
