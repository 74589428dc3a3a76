import type { TSchema } from '@sinclair/typebox'

/** The schema with words for those who read it in docs/asyncapi.yaml. */
export const about = <T extends TSchema>(description: string, schema: T): T => ({ ...schema, description })
