import type { Routes } from '../routes/index.js'

/**
 * Least profiles of the routes behind menus and buttons. Plain data, because browsers must not load the routes' schema
 * library. Profiles of records are in the records' declarations. The compiler compares each line with its route.
 */
export const ACCESS = {
  'GET /tickets': 'user',
  'DELETE /tickets/:id': 'admin',
  'GET /ticket/kanban': 'user',
  'GET /contacts': 'user',
  'DELETE /contacts/:id': 'admin',
  'PUT /contacts/:id/block': 'supervisor',
  'POST /contacts/:id/merge': 'admin',
  'GET /dashboard': 'admin',
  'GET /audit': 'admin',
  'GET /subscription': 'admin',
  'GET /ratings': 'admin',
  'GET /mails': 'super',
  'POST /whatsapp': 'admin',
  'POST /users': 'admin',
  'PUT /settings/:key': 'admin',
  'PUT /companies/:id/schedules': 'admin',
  'POST /company-export': 'admin',
} as const satisfies { readonly [K in keyof Routes]?: Routes[K]['allow'] }
