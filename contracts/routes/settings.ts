import { Type } from '@sinclair/typebox'
import { OneOf, Strict } from '../envelope.js'
import { EMBEDDED_PAGES, PUBLIC_SETTINGS } from '../settings.js'
import { optional } from '../text.js'
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

export const settingRoutes = routes({
  'GET /settings': {
    allow: 'user',
    query: Strict({ session: optional.ignored, companyId: optional.ignored }),
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
  'PUT /settings/:key': {
    allow: 'admin',
    params: { key: SettingKeyText },
    body: SettingBody,
    answer: Type.Union([SettingRecord, Strict(OfPlatform)]),
    views: ['companies'],
    errors: ['ERR_NO_SETTING_FOUND'],
    summary: 'Changes one setting',
  },
})
