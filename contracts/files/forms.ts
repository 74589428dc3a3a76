import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { Strict } from '../envelope.js'
import { checkSchema } from '../schema.js'
import { MAX_FILE_SIZE } from './files.js'

/** Maximum of files in a form. */
export const MOST_FILES = 10
/** Maximum of text fields in a form, including repetitions. */
export const MOST_FIELDS = 40

/** A multipart form: checked by its reader, and described in OpenAPI. */
export interface FormSpec {
  readonly files: {
    /** name of the file part, or of the parts, with or without `[]` */
    readonly name: string
    /** 0: no files; 1: exactly one file; else the maximum of files */
    readonly most: number
    /** maximum of bytes per file; the content may have a lower limit */
    readonly bytes: number
    readonly description?: string
  }
  /** text fields by name; an array may be repeated */
  readonly fields: TObject
}

/** A form with one file. Existing clients send `typeArch`, which has no effect: the path names the area. */
export const ONE_FILE = {
  files: { name: 'file', most: 1, bytes: MAX_FILE_SIZE },
  fields: Strict({
    typeArch: Type.Optional(Type.String({ maxLength: 100, deprecated: true, description: 'Has no effect' })),
  }),
} as const satisfies FormSpec

/** A form with one file and its caption, of at most `characters` characters. */
export const captionedFile = (characters: number) =>
  ({
    files: ONE_FILE.files,
    fields: Strict({
      ...ONE_FILE.fields.properties,
      caption: Type.Optional(Type.String({ maxLength: characters })),
    }),
  }) as const satisfies FormSpec

/** Whether a form has a text field with this name that may have this value. */
export const isFieldOf = ({ fields }: FormSpec, name: string, value: string): boolean => {
  const schema: TSchema | undefined = Object.hasOwn(fields.properties, name)
    ? fields.properties[name]
    : undefined
  return schema !== undefined && checkSchema((schema.items as TSchema | undefined) ?? schema, value).ok
}
