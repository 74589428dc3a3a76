import { flag, integer, money, text } from './fields.js'
import { invalidError, missingError, record, takenError, usedError } from './record.js'

const howMany = integer({ min: 0, max: 100_000 })
const feature = flag({ boolean: true, default: 1 })

/** A company's paid plan: limits for users, connections and queues (null: unlimited), and its features. */
export const plan = record({
  name: 'plan',
  plural: 'plans',
  of: 'platform',
  path: '/plans',
  version: 2,
  fields: {
    name: text({ min: 2, max: 50 }),
    users: howMany,
    connections: howMany,
    queues: howMany,
    value: money({ min: 0, max: 100_000_000, unit: 'real', default: 0 }),
    useSchedules: feature,
    useKanban: feature,
    useExternalApi: feature,
    useCampaigns: feature,
    useInternalChat: feature,
    useOpenAi: feature,
    useIntegrations: feature,
    /** the plan is offered at registration: the form shows false as "Uso Interno: Sim" */
    useInternal: flag({ boolean: true, opposite: true }),
  },
  kept: 'together',
  unique: ['name'],
  order: ['name'],
  list: { page: 20, search: ['name'] },
  allow: { read: 'super', create: 'super', change: 'super', delete: 'super' },
  screen: 'list',
  words: {
    name: ['Plano', 'Plan', 'Plan'],
    noun: ['o plano', 'the plan', 'el plan'],
    title: ['Planos', 'Plans', 'Planes'],
    fields: {
      name: ['Nome', 'Name', 'Nombre'],
      users: ['Usuários', 'Users', 'Usuarios'],
      connections: ['Conexões', 'Connections', 'Conexiones'],
      queues: ['Filas', 'Queues', 'Colas'],
      value: ['Valor', 'Price', 'Valor'],
      useSchedules: ['Agendamentos', 'Scheduled messages', 'Agendamientos'],
      useKanban: ['Kanban', 'Kanban', 'Kanban'],
      useExternalApi: ['API Externa', 'External API', 'API Externa'],
      useCampaigns: ['Campanhas', 'Campaigns', 'Campañas'],
      useInternalChat: ['Conversas internas', 'Internal conversations', 'Conversaciones internas'],
      useOpenAi: ['Open.Ai', 'Open.Ai', 'Open.Ai'],
      useIntegrations: ['Integrações', 'Integrations', 'Integraciones'],
      useInternal: ['Uso Interno', 'Internal use', 'Uso Interno'],
    },
  },
  errors: {
    ERR_NO_PLAN_FOUND: missingError(
      'Este plano não existe mais. Recarregue a lista e escolha outro.',
      'This plan is no longer there. Reload the list and choose another one.',
      'Este plan ya no existe. Recarga la lista y elige otro.',
    ),
    ERR_PLAN_NAME_ALREADY_EXISTS: takenError(
      'name',
      'Não foi possível realizar a operação. Verifique se já existe um plano com o mesmo nome ou se os campos foram preenchidos corretamente.',
      'This name is used by another plan. Choose another one.',
      'Este nombre ya lo usa otro plan. Elige otro.',
    ),
    ERR_PLAN_IN_USE: usedError(
      'Empresas que têm este plano: {{count}}. Nada foi excluído: mude-as de plano primeiro.',
      'Companies that have this plan: {{count}}. Nothing was deleted: move them to another plan first.',
      'Empresas que tienen este plan: {{count}}. No se eliminó nada: cámbialas de plan primero.',
    ),
    ERR_PLAN_INVALID_NAME: invalidError(
      'name',
      'O nome do plano deve ter de 2 a 50 caracteres.',
      'A plan’s name must have 2 to 50 characters.',
      'El nombre del plan debe tener de 2 a 50 caracteres.',
    ),
  },
})
