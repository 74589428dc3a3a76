import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** A file of `infra/deploy`, its text, and a path in the repository. */
export const fileOf = (name: string): URL => new URL(`../../infra/deploy/${name}`, import.meta.url)
export const textOf = (name: string): string => readFileSync(fileOf(name), 'utf8')
export const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly command?: readonly string[]
  readonly restart?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly test?: unknown; readonly disable?: boolean }
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
  readonly networks?: readonly string[]
  readonly network_mode?: string
  readonly entrypoint?: readonly string[]
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly deploy?: {
    readonly replicas?: string | number
    readonly resources?: { readonly limits?: { cpus?: string; memory?: string } }
  }
}
interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, { internal?: boolean }>>
  readonly volumes: Readonly<Record<string, unknown>>
}

export const ONE_PROCESS = 'compose.one-process.yaml'

/** Settings that an operator must fill in. */
export const GIVEN_SETTINGS: Readonly<Record<string, string>> = {
  SECRET_KEY: 'x'.repeat(40),
  ENGINES_PASSWORD: 'services0',
  ENGINES_ADMIN_PASSWORD: 'administrators0',
}
/** The settings of .env.example with the operator's values. Tests set and unset them. */
export const composeEnv = new Map(
  textOf('.env.example')
    .split('\n')
    .flatMap((line) => {
      const match = /^([A-Z_]+)=(.*)$/.exec(line)
      return match === null
        ? []
        : [[match[1] ?? '', GIVEN_SETTINGS[match[1] ?? ''] ?? match[2] ?? ''] as const]
    }),
)
/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?why}`, like Docker Compose. */
const fillVariables = (text: string): string =>
  text.replace(/\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    const value = composeEnv.get(name)
    if (value !== undefined && value !== '') return value
    if (kind === '-') return rest ?? ''
    throw new Error(`${name} is needed: ${rest ?? ''}`)
  })

/** Like Docker Compose: parses the file first, then replaces variables in its texts. */
export const readCompose = (name = 'compose.yaml'): ComposeFile =>
  parse(textOf(name), (_, value: unknown) => (typeof value === 'string' ? fillVariables(value) : value), {
    merge: true,
  })
