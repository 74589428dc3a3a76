import type { TSchema } from '@sinclair/typebox'

/** The schema with a description for readers of docs/asyncapi.yaml. */
export const describeSchema = <T extends TSchema>(description: string, schema: T): T => ({
  ...schema,
  description,
})
