import { Type } from '@sinclair/typebox'
import { LARGEST_LOGO } from '../company/logos.js'
import { OneOf, Strict } from '../envelope.js'
import type { FormSpec } from '../files/forms.js'
import { EMBEDDED_PAGES, PUBLIC_SETTINGS } from '../settings/settings.js'
import { optionalText } from '../text.js'
import { SettingRecord } from '../views/records.js'
import { routes } from './route.js'

const EmbeddedRecord = Strict({
  page: OneOf(EMBEDDED_PAGES),
  /** https */
  address: Type.String(),
})

const SettingBody = Strict({
  key: Type.Optional(Type.String({ maxLength: 60 })),
  value: Type.String({ maxLength: 5000 }),
})

const SettingKeyText = Type.String({ pattern: '^[A-Za-z0-9]{1,60}$' })
const OfPlatform = { ...SettingRecord.properties, id: Type.Literal(0), companyId: Type.Literal(0) }

const Brought = Strict({ mensagem: Type.String() })
const LOGO_FORM = {
  files: { name: 'file', most: 1, bytes: LARGEST_LOGO, description: 'A PNG, ICO or SVG file' },
  fields: Strict({}),
} as const satisfies FormSpec

export const settingRoutes = routes({
  'GET /settings': {
    allow: 'user',
    query: Strict({ session: optionalText.ignored, companyId: optionalText.ignored }),
    answer: Type.Array(SettingRecord),
    views: ['companies'],
    summary: 'All settings of the company, defaults included',
  },
  'GET /settings/:key': {
    allow: 'anonymous',
    params: { key: SettingKeyText },
    answer: Strict({ ...OfPlatform, key: OneOf(PUBLIC_SETTINGS) }),
    views: ['companies'],
    errors: ['ERR_NO_SETTING_FOUND'],
    summary: 'A public setting of the platform: allowregister, viewregister or trial, and no other',
  },
  'GET /embedded-pages': {
    allow: 'user',
    answer: Type.Array(EmbeddedRecord),
    views: ['companies'],
    summary: 'Pages of others that the platform shows inside the app: those whose addresses are set',
  },
  'GET /platform-settings': {
    allow: 'super',
    answer: Type.Array(Strict(OfPlatform)),
    views: ['companies'],
    summary: 'All settings of the platform, defaults included',
  },
  'POST /settings/media-upload': {
    allow: 'super',
    query: Strict({ ref: Type.Optional(Type.String({ maxLength: 60 })) }),
    body: Strict({}),
    form: LOGO_FORM,
    answer: Brought,
    views: ['companies'],
    errors: ['ERR_LOGO_REF', 'ERR_LOGO_FILE', 'ERR_LOGO_TYPE', 'ERR_LOGO_TOO_LARGE', 'ERR_LOGO_UNREADABLE'],
    summary:
      'Brings a logo of the platform for the place `ref`, without which it is refused; a drawing (SVG) becomes a PNG',
  },
  'DELETE /settings/media-upload/:ref': {
    allow: 'super',
    params: { ref: Type.String({ maxLength: 60 }) },
    answer: Brought,
    views: ['companies'],
    errors: ['ERR_LOGO_REF'],
    summary: 'Takes a logo of the platform away, so that ours is shown in its place',
  },
  'GET /public/logotipos/:file': {
    allow: 'anonymous',
    params: { file: Type.String({ pattern: '^[a-z0-9-]{1,40}[.](png|ico)$' }) },
    query: Strict({ v: Type.Optional(Type.String({ maxLength: 60 })) }),
    views: ['companies'],
    errors: ['ERR_NO_FILE_FOUND'],
    summary: 'A logo of the platform by its place: `login.png`; `v` says which one, so that it may be kept',
  },
  'PUT /settings/:key': {
    allow: 'admin',
    params: { key: SettingKeyText },
    body: SettingBody,
    answer: Type.Union([SettingRecord, Strict(OfPlatform)]),
    views: ['companies'],
    errors: ['ERR_NO_SETTING_FOUND', 'ERR_COLOR_UNREADABLE'],
    summary: 'Changes one setting',
  },
})
