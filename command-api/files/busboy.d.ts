/** The part of busboy that multipart.ts uses; the package brings no types. */
declare module 'busboy' {
  import type { IncomingHttpHeaders } from 'node:http'
  import type { Readable, Writable } from 'node:stream'

  interface Limits {
    readonly files: number
    readonly fields: number
    readonly parts: number
    readonly fileSize: number
    readonly fieldSize: number
    readonly fieldNameSize: number
    readonly headerPairs: number
  }
  interface FieldInfo {
    readonly nameTruncated: boolean
    readonly valueTruncated: boolean
  }
  interface FileInfo {
    readonly filename: string | undefined
    readonly mimeType: string
  }
  interface Parser extends Writable {
    /** a part without a name has none here either */
    on(event: 'field', listener: (name: string | undefined, value: string, info: FieldInfo) => void): this
    on(event: 'file', listener: (name: string | undefined, stream: Readable, info: FileInfo) => void): this
    on(event: string, listener: () => void): this
  }
  export default function busboy(config: {
    readonly headers: IncomingHttpHeaders
    readonly defParamCharset: string
    readonly limits: Limits
  }): Parser
}
