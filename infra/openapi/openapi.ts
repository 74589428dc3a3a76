import { ERRORS, type ErrorCode, statusOf } from '@guiche/contracts/errors.js'
import type { FormSpec } from '@guiche/contracts/files/forms.js'
import { ROUTE_LIST } from '@guiche/contracts/routes/index.js'
import { errorsOf, paramsIn, type RouteSpec } from '@guiche/contracts/routes/route.js'
import { IdText } from '@guiche/contracts/text.js'
import { Accepted } from '@guiche/contracts/views/answers.js'
import type { TSchema } from '@sinclair/typebox'

type Json = { readonly [key: string]: unknown }

/** `/tickets/:id` → `/tickets/{id}`. */
const pathOf = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}')
/** Removes the schema library's marks, so that plain JSON Schema is left. */
const plainSchema = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema))
const jsonContent = (schema: TSchema) => ({ 'application/json': { schema: plainSchema(schema) } })

/** A form with its files; `maxLength` of a binary part counts bytes. */
const formSchema = ({ files, fields }: FormSpec): Json => {
  const { name, most, bytes, description } = files
  const {
    properties,
    required = [],
    ...rest
  } = plainSchema(fields) as { properties: Json; required?: string[] }
  if (most === 0) return { ...rest, properties, required }
  const file = { type: 'string', format: 'binary', maxLength: bytes }
  const described = description === undefined ? {} : { description }
  return most === 1
    ? {
        ...rest,
        properties: { [name]: { ...file, ...described }, ...properties },
        required: [name, ...required],
      }
    : {
        ...rest,
        properties: { [name]: { type: 'array', maxItems: most, items: file, ...described }, ...properties },
        required,
      }
}

const headerParameter = (name: string, description: string): Json => ({
  name,
  in: 'header',
  description,
  required: false,
  schema: { type: 'string', maxLength: 100 },
})

const parametersOf = (path: string, method: string, { params = {}, query }: RouteSpec): Json[] => [
  ...paramsIn(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: plainSchema(params[name] ?? IdText),
  })),
  ...Object.entries((query?.properties ?? {}) as Record<string, TSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: plainSchema(schema),
  })),
  method === 'get'
    ? headerParameter('X-Min-Position', 'the position that the answer must show')
    : headerParameter('Idempotency-Key', 'the same key with the same body does the same thing once'),
]

/** The errors of a route by their status, with their codes. */
const failureResponses = (codes: readonly string[]): Json => {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes as ErrorCode[]) {
    byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.map((code) => `${code}: ${ERRORS[code].en}`).join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

const securityOf = ({ allow, file }: RouteSpec): Json[] => {
  if (allow === 'anonymous') return []
  if (allow === 'api token') return [{ connectionToken: [] }]
  return [...(file ? [{ mediaCookie: [] }] : []), { bearer: [] }]
}

const operationOf = (spec: RouteSpec, method: string, path: string): Json => {
  const { allow, on, body, form, answer, views, file, csv, status = 200 } = spec
  const success = file
    ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
    : csv
      ? { 'text/csv': { schema: { type: 'string' } } }
      : answer === undefined
        ? undefined
        : jsonContent(answer)
  return {
    summary: spec.summary,
    operationId: `${method}${path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    tags: [path.split('/')[1] ?? ''],
    security: securityOf(spec),
    'x-least-profile': allow,
    ...(on !== undefined && { 'x-on': on }),
    parameters: parametersOf(path, method, spec),
    ...((body !== undefined || form) && {
      requestBody: {
        required: true,
        content: {
          ...(body !== undefined && jsonContent(body)),
          ...(form && { 'multipart/form-data': { schema: formSchema(form) } }),
        },
      },
    }),
    responses: {
      [status]: { description: 'Done', ...(success !== undefined && { content: success }) },
      ...(method !== 'get' &&
        answer !== undefined &&
        views !== undefined && {
          202: { description: 'Done, and not shown yet', content: jsonContent(Accepted) },
        }),
      ...failureResponses(errorsOf(spec)),
      default: { $ref: '#/components/responses/Failure' },
    },
  }
}

/** The OpenAPI 3.1 description of all HTTP routes under /api, made from their declarations alone. */
export const openApiDocument = (): Json => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [key, spec] of ROUTE_LIST) {
    const [verb = '', path = ''] = key.split(' ')
    const method = verb.toLowerCase()
    const address = pathOf(path)
    paths[address] = { ...paths[address], [method]: operationOf(spec, method, path) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Guichê', version: '1', description: 'Multi-company WhatsApp service desk.' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        connectionToken: { type: 'http', scheme: 'bearer', description: 'The token of a connection' },
        mediaCookie: { type: 'apiKey', in: 'cookie', name: 'media' },
      },
      schemas: {
        Failure: {
          type: 'object',
          required: ['error'],
          properties: { error: { type: 'string' }, details: { type: 'object' } },
        },
      },
      responses: {
        Failure: {
          description: 'What went wrong, as a code',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    },
  }
}
