import {
  createBrowserHistory,
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { consoleAddresses } from './address.ts'
import { parsePermissionSearch } from './permission/permission-search.ts'
import { parseSignInSearch } from './session/sign-in-search.ts'
import { parseKeySearch } from './settings/key-search.ts'
import { Absent, Failed, Missing } from './shell/failed.tsx'
import { Shell } from './shell/shell.tsx'
import { parseSwapSearch } from './swap/swap-search.ts'
import { parseDiffSearch, parseTreeSearch } from './tree/state/tree-search.ts'
import { parseVaultSearch } from './vault/series/vault-search.ts'

const root = createRootRoute({ component: Shell })
/** Screens below it are for signed-in users. */
const session = createRoute({
  getParentRoute: () => root,
  id: 'session',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./session/needs-session.tsx'), 'NeedsSession'),
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: isOffline ? '/sign' : '/vaults', replace: true })
  },
})

// What needs a service stands behind the constant inside the field: only so it is left out of the
// copy that opens from a disk.
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: parseSignInSearch,
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./session/sign-in-screen.tsx'), 'SignInScreen'),
})
const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./session/invite-screen.tsx'), 'InviteScreen'),
})
const settings = createRoute({
  getParentRoute: () => session,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/access', replace: true })
  },
})
const keys = createRoute({
  getParentRoute: () => session,
  path: '/settings/keys',
  validateSearch: parseKeySearch,
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./settings/key-screen.tsx'), 'KeyScreen'),
})
const users = createRoute({
  getParentRoute: () => session,
  path: '/settings/users',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./settings/user/user-screen.tsx'), 'UserScreen'),
})
const audit = createRoute({
  getParentRoute: () => session,
  path: '/settings/audit',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./settings/audit-screen.tsx'), 'AuditScreen'),
})
const addressBook = createRoute({
  getParentRoute: () => session,
  path: '/settings/address-book',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./settings/book/book-screen.tsx'), 'BookScreen'),
})
const access = createRoute({
  getParentRoute: () => session,
  path: '/settings/access',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./settings/access-screen.tsx'), 'AccessScreen'),
})
const vaults = createRoute({
  getParentRoute: () => session,
  path: '/vaults',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./vault/list/vault-list-screen.tsx'), 'VaultListScreen'),
})
const vault = createRoute({
  getParentRoute: () => session,
  path: '/vaults/$chain/$address',
  validateSearch: parseVaultSearch,
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./screen/vault-screen.tsx'), 'VaultScreen'),
})
/** The home of a vault reads its tab from the address by itself. */
const vaultTab = createRoute({ getParentRoute: () => vault, path: '/$tab' })
const action = createRoute({
  getParentRoute: () => session,
  path: '/vaults/$chain/$address/act/$strategist',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./action/action-screen.tsx'), 'ActionScreen'),
})
const queueEntry = createRoute({
  getParentRoute: () => session,
  path: '/vaults/$chain/$address/queue/$safe/$hash',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./signing/queue/entry-screen.tsx'), 'EntryScreen'),
})
/** One script for the screens of Solana, named once: the shell stays within its budget. */
const svmScreens = () => import('./solana/svm-screen.ts')
const svmAction = createRoute({
  getParentRoute: () => session,
  path: '/vaults/solana/$address/act/$strategist',
  component: isOffline ? Absent : lazyRouteComponent(svmScreens, 'ActionScreen'),
})
const swap = createRoute({
  getParentRoute: () => session,
  path: '/vaults/$chain/$address/swap/$strategist',
  validateSearch: parseSwapSearch,
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./swap/swap-screen.tsx'), 'SwapScreen'),
})
const orders = createRoute({
  getParentRoute: () => session,
  path: '/orders',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./swap/order/all-orders-screen.tsx'), 'AllOrdersScreen'),
})
const simulation = createRoute({
  getParentRoute: () => root,
  path: '/simulations/$id',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./simulation/simulation-screen.tsx'), 'SimulationScreen'),
})
const permissionList = createRoute({
  getParentRoute: () => session,
  path: '/permissions',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./permission/permission-list.tsx'), 'PermissionList'),
})
const permission = createRoute({
  getParentRoute: () => session,
  path: '/permissions/$chain/$address',
  validateSearch: parsePermissionSearch,
  beforeLoad: ({ params }) => {
    if (params.chain === 'solana')
      throw redirect({
        to: '/vaults/$chain/$address/$tab',
        params: { ...params, tab: 'permissions' },
        replace: true,
      })
  },
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./permission/permission-screen.tsx'), 'PermissionScreen'),
})
const index = createRoute({
  getParentRoute: () => session,
  path: '/index',
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./indexing/index-screen.tsx'), 'IndexScreen'),
})

const trees = createRoute({
  getParentRoute: () => root,
  path: '/trees',
  validateSearch: parseTreeSearch,
  component: lazyRouteComponent(() => import('./screen/tree-start-screen.tsx'), 'TreeStartScreen'),
})
const storedTree = createRoute({
  getParentRoute: () => session,
  path: '/trees/$root',
  validateSearch: parseTreeSearch,
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./tree/stored-tree-screen.tsx'), 'StoredTreeScreen'),
})
const pendingTree = createRoute({
  getParentRoute: () => session,
  path: '/trees/$root/pending',
  validateSearch: parseTreeSearch,
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./tree/stored-tree-screen.tsx'), 'PendingTreeScreen'),
})
const treeDiff = createRoute({
  getParentRoute: () => session,
  path: '/trees/$root/diff/$other',
  validateSearch: parseDiffSearch,
  component: isOffline
    ? Absent
    : lazyRouteComponent(() => import('./tree/tree-diff-screen.tsx'), 'TreeDiffScreen'),
})
const signing = createRoute({
  getParentRoute: () => root,
  path: '/sign',
  component: lazyRouteComponent(() => import('./signing/signing-screen.tsx'), 'SigningScreen'),
})

const open = [home, signIn, invite, simulation, trees, signing] as const
const guarded = [
  settings,
  keys,
  users,
  audit,
  access,
  addressBook,
  vaults,
  vault.addChildren([vaultTab]),
  queueEntry,
  action,
  svmAction,
  swap,
  orders,
  permissionList,
  permission,
  index,
  storedTree,
  pendingTree,
  treeDiff,
] as const

/** Every address of the console. */
export const router = createRouter({
  routeTree: root.addChildren([...open, session.addChildren([...guarded])]),
  history: isOffline ? createHashHistory() : createBrowserHistory(),
  ...(isOffline ? {} : { rewrite: consoleAddresses }),
  defaultPreload: 'intent',
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: Missing,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge with those of a module
  interface Register {
    router: typeof router
  }
}
