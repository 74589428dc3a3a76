import type { TSchema } from '@sinclair/typebox'

/** The schema with a description for readers of docs/asyncapi.yaml. */
export const about = <T extends TSchema>(description: string, schema: T): T => ({ ...schema, description })
