import { ERRORS } from '@guiche/contracts/errors.js'
import { PERMISSIONS } from '@guiche/contracts/permissions.js'
import type { TSchema } from '@sinclair/typebox'
import { BODIES, QUERIES } from './bodies.js'
import { type HttpKey, SUMMARIES } from './summaries.js'

type Json = { readonly [key: string]: unknown }

/** `/tickets/:id` → `/tickets/{id}`. */
const pathOf = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}')
const namesIn = (path: string): string[] => [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name)
/** Schemas carry marks of the library that made them; plain JSON Schema is what is left. */
const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema))

const parameters = (key: HttpKey, path: string): Json[] => [
  ...namesIn(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  ...(QUERIES[key] ?? []).map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } })),
  ...(key.startsWith('GET ')
    ? []
    : [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 100 },
        },
      ]),
]

const operation = (key: HttpKey, method: string, path: string): Json => {
  const { least } = PERMISSIONS[key]
  const body = BODIES[key]
  const media = key === 'GET /public/:blobId'
  return {
    summary: SUMMARIES[key],
    operationId: `${method}${path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    tags: [path.split('/')[1] ?? ''],
    security: least === 'anonymous' ? [] : [...(media ? [{ mediaCookie: [] }] : []), { bearer: [] }],
    'x-least-profile': least,
    parameters: parameters(key, path),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: plain(body) } } } }),
    responses: {
      200: media
        ? { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
        : { description: 'Done', content: { 'application/json': {} } },
      default: { $ref: '#/components/responses/Failure' },
    },
  }
}

/** The OpenAPI 3.1 description of all HTTP routes under /api, made from the contracts alone. */
export const openapi = (): Json => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const key of Object.keys(SUMMARIES) as HttpKey[]) {
    const [verb = '', path = ''] = key.split(' ')
    const method = verb.toLowerCase()
    const address = pathOf(path)
    paths[address] = { ...paths[address], [method]: operation(key, method, path) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Guichê', version: '1', description: 'Multi-company WhatsApp service desk.' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        mediaCookie: { type: 'apiKey', in: 'cookie', name: 'media' },
      },
      responses: {
        Failure: {
          description: 'What went wrong, as a code',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['error'],
                properties: {
                  error: { type: 'string', examples: Object.keys(ERRORS).slice(0, 3) },
                  details: { type: 'object' },
                },
              },
            },
          },
        },
      },
    },
  }
}
