import type { Routes } from './routes/index.js'

/**
 * Least profiles of the routes that menus and buttons ask about, as plain data: the declarations bring a schema library
 * that browsers must not load. The profiles of records stand in their own declarations. The compiler compares each line
 * with the declaration of its route.
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
