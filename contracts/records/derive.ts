import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { Id, Nullable, Strict, Time } from '../envelope.js'
import { FILE_CODES } from '../errors/files.js'
import { captionedFile, ONE_FILE } from '../files/forms.js'
import type { RouteSpec } from '../routes/route.js'
import { optionalText, pagedQuery } from '../text.js'
import type { FilesField, MediaField } from './fields.js'
import { hasChanges, isErasable, type RecordName, type Records } from './index.js'
import type { Intersection } from './intersection.js'
import { kindOf } from './kinds/index.js'
import type { RefSubject } from './kinds/ref.js'
import { type codeOf, maximumOf, PLATFORM_COMPANY, type RecordSpec } from './record.js'
import { deletionErrors, missingOf, viewOf } from './references.js'
import { bodyProperties, eventProperties, mapFields, shownProperties, subjectProperties } from './schemas.js'
import type { BodyOfRecord, PageOfRecord, RecordInEvent, RefsOf, ShownRecord } from './shapes.js'

type NameOf<R extends RecordSpec, W extends string> = `${R['name']}.${W}.v1`
type IdsOf<R extends RecordSpec> = { [I in `${R['name']}Id`]: number }
/** Type of `hasChanges` of index.ts. */
type HasChanges<R extends RecordSpec> = R['allow'] extends { change: unknown }
  ? true
  : R['fields'][keyof R['fields']] extends infer F
    ? F extends { readonly kind: 'ref' | 'refs'; readonly gone: 'clear' | 'refuse'; readonly to: infer T }
      ? T extends RefSubject
        ? never
        : true
      : never
    : never
export type EventsOfRecord<R extends RecordSpec> = {
  readonly [K in NameOf<R, 'created' | (HasChanges<R> extends true ? 'changed' : never)>]: TUnsafe<
    RecordInEvent<R>
  >
} & { readonly [K in NameOf<R, 'deleted'>]: TUnsafe<IdsOf<R> & RefsOf<R>> }

/**
 * The events of a record, in its stream (see streams.ts). A record that never changes has no event `changed`.
 * The names of the events are a storage format.
 */
export const eventsOfRecord = <R extends RecordSpec>(spec: R): EventsOfRecord<R> => {
  const id = { [`${spec.name}Id`]: Id }
  const whole = Strict({ ...id, ...mapFields(spec, eventProperties) })
  return {
    [`${spec.name}.created.v1`]: whole,
    ...(hasChanges(spec) && { [`${spec.name}.changed.v1`]: whole }),
    [`${spec.name}.deleted.v1`]: Strict({ ...id, ...mapFields(spec, subjectProperties) }),
  } as unknown as EventsOfRecord<R>
}

/** The event in `erasure-{companyId}`: a record's stream is removed. */
export const erasedOfRecord = (spec: RecordSpec): Readonly<Record<string, TSchema>> =>
  isErasable(spec) ? { [`${spec.name}.erased.v1`]: Strict({ [`${spec.name}Id`]: Id }) } : {}

/** Least profile of a route; the decider may admit further callers. */
const leastProfile = (least: RecordSpec['allow']['delete']): Pick<RouteSpec, 'allow' | 'on'> =>
  least === 'author' ? { allow: 'user', on: 'decider' } : { allow: least }

export interface ReadRoute<T> extends RouteSpec {
  readonly answer: TUnsafe<T>
  readonly views: NonNullable<RouteSpec['views']>
}
type DeleteProfile<A> = A extends 'author'
  ? { readonly allow: 'user'; readonly on: 'decider' }
  : { readonly allow: A }
type ListQuery<R extends RecordSpec> = R['list'] extends
  | { readonly search: readonly string[] }
  | { readonly by: readonly string[] }
  ? {
      readonly query: TUnsafe<
        (R['list'] extends { readonly search: readonly string[] } ? { searchParam?: string } : unknown) &
          (R['list'] extends { readonly by: readonly (infer B extends string)[] }
            ? { [K in B]?: string }
            : unknown)
      >
    }
  : unknown
type ListRoutes<R extends RecordSpec> = (R['list'] extends { readonly all: infer A extends string }
  ? {
      readonly [K in `GET ${R['path']}${A}`]: ReadRoute<ShownRecord<R>[]> &
        DeleteProfile<R['allow']['read']> &
        ListQuery<R>
    }
  : unknown) &
  (R['list'] extends { readonly page: number }
    ? {
        readonly [K in `GET ${R['path']}`]: ReadRoute<PageOfRecord<R>> &
          DeleteProfile<R['allow']['read']> & {
            readonly query: TUnsafe<{
              searchParam?: string
              pageNumber?: string
              cursor?: string
              from?: string
              to?: string
            }>
          }
      }
    : unknown)
type ChangeRoute<R extends RecordSpec> = R['allow'] extends { readonly change: infer A }
  ? {
      readonly [K in `PUT ${R['path']}/:id`]: ReadRoute<ShownRecord<R>> & {
        readonly body: TUnsafe<BodyOfRecord<R>>
      } & DeleteProfile<A>
    }
  : unknown
type MediaNames<R extends RecordSpec> = {
  [K in keyof R['fields'] & string]: R['fields'][K] extends MediaField ? K : never
}[keyof R['fields'] & string]
type MediaRoute<R extends RecordSpec> = RouteSpec & {
  readonly answer: TUnsafe<{ mensagem: string }>
} & (R['allow'] extends { readonly change: infer A } ? DeleteProfile<A> : unknown)
type MediaRoutes<R extends RecordSpec> = {
  readonly [K in MediaNames<R> as
    | `POST ${R['path']}/:id/${K}-upload`
    | `DELETE ${R['path']}/:id/${K}-upload`]: MediaRoute<R>
}
type FilesRoutes<R extends RecordSpec> = {
  readonly [K in {
    [N in keyof R['fields'] & string]: R['fields'][N] extends FilesField ? N : never
  }[keyof R['fields'] & string] as `POST ${R['path']}/:id/${K}-upload`]: Omit<MediaRoute<R>, 'answer'> & {
    readonly answer: TUnsafe<{ mensagem: string; id: number }>
  }
}
type DeleteAnswer<R extends RecordSpec> = R extends { readonly wire: { readonly deleted: string } }
  ? { readonly answer: TUnsafe<{ message: string }> }
  : unknown
export type RoutesOfRecord<R extends RecordSpec> = ListRoutes<R> &
  ChangeRoute<R> &
  MediaRoutes<R> &
  FilesRoutes<R> & {
    readonly [K in `GET ${R['path']}/:id`]: ReadRoute<ShownRecord<R>> & DeleteProfile<R['allow']['read']>
  } & {
    readonly [K in `POST ${R['path']}`]: ReadRoute<ShownRecord<R>> & {
      readonly body: TUnsafe<BodyOfRecord<R>>
    } & DeleteProfile<R['allow']['create']>
  } & {
    readonly [K in `DELETE ${R['path']}/:id`]: RouteSpec &
      DeleteProfile<R['allow']['delete']> &
      DeleteAnswer<R>
  }

/** The views that show a record: its own, and those of its joins. */
const viewsOf = ({ plural, fields }: RecordSpec): NonNullable<RouteSpec['views']> => {
  const beside = Object.values(fields).flatMap((field) => {
    const shown = kindOf(field).beside?.(field)
    return shown === undefined ? [] : viewOf(shown.of)
  })
  return [...new Set([plural, ...beside])] as unknown as NonNullable<RouteSpec['views']>
}
/** Parameters that existing clients send without effect: the company comes from the session. */
const ignoredInLists = {
  session: optionalText.ignored,
  companyId: optionalText.ignored,
  userId: optionalText.ignored,
}
/**
 * Errors for ids of a body that name nothing. `fixed`: of fields that are set only once; else of all other
 * fields.
 */
const namesNothing = ({ fields }: RecordSpec, fixed: boolean): readonly `ERR_${string}`[] => {
  const named = Object.values(fields).flatMap((field) => {
    const { names, fixed: isFixed } = kindOf(field)
    return names === undefined || (isFixed?.(field) ?? false) !== fixed ? [] : names(field).to
  })
  return [...new Set(named.map(missingOf))]
}

const FILE_ANSWER = Strict({ mensagem: Type.String(), id: Id })
const uploadsOf = (fields: RecordSpec['fields']) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'media' || field.kind === 'files' ? [[name, field] as const] : [],
  )

/** The routes to upload and remove files of a record. */
const mediaRoutes = (
  { name, path, fields, allow }: RecordSpec,
  { views, errors = [] }: Pick<RouteSpec, 'views' | 'errors'>,
): Readonly<Record<string, RouteSpec>> => {
  const route = {
    ...leastProfile(allow.change ?? 'admin'),
    ...(views !== undefined && { views }),
    answer: Strict({ mensagem: Type.String() }),
  }
  return Object.fromEntries(
    uploadsOf(fields).flatMap(([field, declared]) => [
      [
        `POST ${path}/:id/${field}-upload`,
        {
          ...(declared.kind === 'media'
            ? { ...route, form: ONE_FILE }
            : { ...route, form: captionedFile(declared.caption), answer: FILE_ANSWER }),
          errors: [...errors, ...FILE_CODES] as const,
          summary:
            declared.kind === 'media'
              ? `Brings a file to a ${name}, in the place of the one that is there`
              : `Brings a file to a ${name}, behind those that are there`,
        },
      ],
      ...(declared.kind === 'media'
        ? [
            [
              `DELETE ${path}/:id/${field}-upload`,
              { ...route, errors, summary: `Takes the file of a ${name} away` },
            ] as const,
          ]
        : []),
    ]),
  )
}

/** A record as clients see it. */
export const shownOfRecord = <R extends RecordSpec>(spec: R): TUnsafe<ShownRecord<R>> =>
  Type.Unsafe(
    Strict({
      id: Id,
      ...mapFields(spec, shownProperties),
      companyId: spec.of === 'platform' ? Type.Literal(PLATFORM_COMPANY) : Id,
      createdAt: Time,
      updatedAt: Time,
    }),
  )

/** The routes of a record: lists, one by id, create, change and delete. */
export const routesOfRecord = <R extends RecordSpec>(spec: R): RoutesOfRecord<R> => {
  const { name, plural, path, allow, list, wire = {} } = spec
  const views = viewsOf(spec)
  const answer = shownOfRecord(spec)
  const ignored = Object.fromEntries(
    (wire.ignored ?? []).map((field) => [field, Type.Optional(Type.Unknown())]),
  )
  const body = Strict({ ...mapFields(spec, bodyProperties), ...ignored })
  const { later = [] } = wire
  const codes = (...of: readonly Parameters<typeof codeOf>[1][]) =>
    Object.entries(spec.errors).flatMap(([code, { when }]) =>
      of.includes(when) ? [code as `ERR_${string}`] : [],
    )
  const invalid = Object.fromEntries(codes('invalid').map((code) => [spec.errors[code]?.field ?? '', code]))
  const [about, named] = [namesNothing(spec, true), namesNothing(spec, false)]
  const faults = [...new Set(Object.values(spec.fields).flatMap((field) => kindOf(field).faults ?? []))]
  const without = spec.plan === undefined ? [] : (['ERR_NOT_IN_PLAN'] as const)
  const tooMany = maximumOf(spec) === null ? [] : (['ERR_TOO_MANY_RECORDS', 'ERR_RECORDS_TOO_LONG'] as const)
  const erased = isErasable(spec) ? (['ERR_CONTACT_ERASED'] as const) : []
  const search: Record<string, TSchema> =
    list.search === undefined ? {} : { searchParam: optionalText.search }
  const by = Object.fromEntries(
    (list.by ?? []).map((field) => [field, field === list.root ? optionalText.idOrRoot : optionalText.id]),
  )
  const range: Record<string, TSchema> =
    list.range === undefined ? {} : { from: optionalText.time, to: optionalText.time }
  const listed = { allow: allow.read, views }
  return {
    ...(list.page !== undefined && {
      [`GET ${path}`]: {
        ...listed,
        query: pagedQuery({ userId: optionalText.ignored, companyId: optionalText.ignored, ...by, ...range }),
        ...(list.by !== undefined && { errors: about }),
        answer: Strict({
          [list.rows ?? plural]: Type.Array(answer),
          count: Type.Integer({ minimum: 0 }),
          hasMore: Type.Boolean(),
          cursor: Nullable(Type.String()),
        }),
        summary: `The ${plural} of the company, ${list.page} a page, in their order`,
      },
    }),
    ...(list.all !== undefined && {
      [`GET ${path}${list.all}`]: {
        ...listed,
        query: Strict({ ...ignoredInLists, ...search, ...by }),
        answer: Type.Array(answer),
        ...(list.by !== undefined && { errors: about }),
        summary:
          list.by === undefined
            ? `All ${plural} of the company, in their order`
            : `The ${plural} of what is named, in their order`,
      },
    }),
    [`GET ${path}/:id`]: { ...listed, answer, errors: codes('missing'), summary: `One ${name}` },
    [`POST ${path}`]: {
      allow: allow.create,
      body,
      later,
      invalid,
      answer,
      views,
      errors: [
        ...codes('taken', 'limit', 'invalid', 'misplaced'),
        ...faults,
        ...about,
        ...named,
        ...erased,
        ...without,
        ...tooMany,
      ],
      summary: `Creates a ${name}`,
    },
    ...(allow.change !== undefined && {
      [`PUT ${path}/:id`]: {
        ...leastProfile(allow.change),
        body,
        later,
        invalid,
        answer,
        status: wire.changed ?? 200,
        views,
        errors: [
          ...codes('taken', 'missing', 'settled', 'orphaned', 'invalid', 'misplaced'),
          ...faults,
          ...named,
          ...tooMany.slice(1),
        ],
        summary: `Changes a ${name}`,
      },
    }),
    ...mediaRoutes(spec, { views, errors: [...codes('missing', 'settled'), ...erased] }),
    [`DELETE ${path}/:id`]: {
      ...leastProfile(allow.delete),
      views,
      ...(wire.deleted !== undefined && { answer: Strict({ message: Type.String() }) }),
      errors: [...codes('missing', 'settled', 'used'), ...deletionErrors(name)],
      summary: `Deletes a ${name}`,
    },
  } as unknown as RoutesOfRecord<R>
}

export type RecordEvents = Intersection<{ [N in RecordName]: EventsOfRecord<Records[N]> }[RecordName]>
/** Type of `isErasable` of index.ts. */
type ErasableFields<R extends RecordSpec> = R['fields'][keyof R['fields']] extends infer F
  ? F extends { readonly kind: 'ref'; readonly to: 'contact'; readonly gone: 'remove' }
    ? true
    : never
  : never
export type RecordErasures = {
  readonly [N in RecordName as ErasableFields<Records[N]> extends true ? `${N}.erased.v1` : never]: TUnsafe<
    IdsOf<Records[N]>
  >
}
export type RecordRoutes = Intersection<{ [N in RecordName]: RoutesOfRecord<Records[N]> }[RecordName]>
