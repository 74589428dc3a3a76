import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import ContactsOutlined from '@ant-design/icons/es/icons/ContactsOutlined'
import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import PartitionOutlined from '@ant-design/icons/es/icons/PartitionOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import type { PermissionKey } from '@guiche/contracts/permissions.js'
import type { ComponentType } from 'react'
import { lazyPage } from './lazy-page.js'

export interface Page {
  /** address, and where it differs the pattern of the router */
  readonly path: string
  readonly route?: string
  /** key of its name */
  readonly label: string
  readonly icon: ComponentType
  readonly section: 'service' | 'management' | 'administration'
  /** who may see it: whoever may call this */
  readonly needs: PermissionKey
  readonly Component: ComponentType
  /** fills the whole area and scrolls by itself */
  readonly full?: boolean
}

/** Every page behind the sign-in: the router, the side menu and the command palette are made of this. */
export const PAGES: readonly Page[] = [
  {
    path: '/tickets',
    route: '/tickets/:ticketId?',
    label: 'common:page.tickets',
    icon: MessageOutlined,
    section: 'service',
    needs: 'GET /tickets',
    full: true,
    Component: lazyPage(() => import('../features/inbox/inbox-page.js').then((m) => m.InboxPage)),
  },
  {
    path: '/contacts',
    label: 'common:page.contacts',
    icon: ContactsOutlined,
    section: 'service',
    needs: 'GET /contacts',
    Component: lazyPage(() => import('../features/contacts/contacts-page.js').then((m) => m.ContactsPage)),
  },
  {
    path: '/',
    label: 'common:page.dashboard',
    icon: BarChartOutlined,
    section: 'management',
    needs: 'GET /dashboard',
    Component: lazyPage(() => import('../features/dashboard/dashboard-page.js').then((m) => m.DashboardPage)),
  },
  {
    path: '/audit',
    label: 'common:page.audit',
    icon: AuditOutlined,
    section: 'management',
    needs: 'GET /audit',
    Component: lazyPage(() => import('../features/audit/audit-page.js').then((m) => m.AuditPage)),
  },
  {
    path: '/connections',
    label: 'common:page.connections',
    icon: ApiOutlined,
    section: 'administration',
    needs: 'POST /whatsapp',
    Component: lazyPage(() =>
      import('../features/connections/connections-page.js').then((m) => m.ConnectionsPage),
    ),
  },
  {
    path: '/queues',
    label: 'common:page.queues',
    icon: PartitionOutlined,
    section: 'administration',
    needs: 'POST /queue',
    Component: lazyPage(() => import('../features/queues/queues-page.js').then((m) => m.QueuesPage)),
  },
  {
    path: '/users',
    label: 'common:page.users',
    icon: TeamOutlined,
    section: 'administration',
    needs: 'POST /users',
    Component: lazyPage(() => import('../features/users/users-page.js').then((m) => m.UsersPage)),
  },
]
