import { openSolanaNode } from '@vaultwright/chain'
import type { SvmAddress } from '@vaultwright/svm'
import { parseSvmDefinition, permissionsOf, type SvmPermission } from '@vaultwright/svm-builder'
import { solanaAccessOf } from '../../../packages/api/src/node/solana-access.ts'
import { openSolanaWorld, type SolanaWorld } from '../../solana/world.ts'
import {
  type Answered,
  openTestApi,
  type TestApi,
  type TestOptions,
  testActor,
  testConfig,
} from '../support/harness.ts'

/** The service beside a Solana world, whose vault the tenant has. */
export type SolanaApi = {
  readonly api: TestApi
  readonly world: SolanaWorld
  readonly definition: string
  readonly permissions: readonly SvmPermission[]
  /** Path of the builder for the vault of the world. */
  readonly path: (kind: SolanaPathKind, rest: string, vault?: string) => string
  readonly get: (path: string) => Promise<Answered>
  readonly post: (path: string, body?: unknown) => Promise<Answered>
  /** Builds one action as the strategist. */
  readonly execute: (route: string, params: object, more?: object) => Promise<Answered>
  readonly batch: (actions: readonly object[], more?: object) => Promise<Answered>
  readonly close: () => Promise<void>
}

/** Kinds of paths of the builder. */
export type SolanaPathKind = 'actions' | 'execute' | 'execute-multiple' | 'simulate'

/** Writes the definition of the world's vault. */
export function definitionOf(world: SolanaWorld, more = ''): string {
  const { people, mints } = world
  return `kind: solana
name: Solana USD
chain: solana
genesis_hash: ${world.genesisHash}
vault: ${world.state}
vault_id: ${world.vaultId}
status: active
tokens:
  USDC: { mint: ${mints.usdc}, decimals: 6, program: token }
  XUSD: { mint: ${mints.xusd}, decimals: 6, program: token_2022 }
  WSOL: { mint: ${mints.wsol}, decimals: 9, program: token }
accounts:
  treasury: ${people.treasury}
  payroll: ${people.payroll}
  newcomer: ${people.newcomer}
permissions:
  - { action: spl_token/transfer, sub_account: 0, token: [USDC, XUSD], recipient: [treasury] }
  - { action: spl_token/transfer, sub_account: 0, token: [USDC], recipient: [payroll, newcomer] }
  - { action: system/transfer, sub_account: 0, recipient: [treasury] }
${more}`
}

/** Creates digest accounts as the vault's authority. */
export async function permitAll(
  world: SolanaWorld,
  permissions: readonly SvmPermission[],
): Promise<void> {
  for (const { operators, digest } of permissions) await world.permit(operators, digest)
}

/** Puts the vault of a world into a store. */
export async function putSolanaVault(
  { store }: Pick<TestApi, 'store'>,
  tenantId: string,
  {
    world,
    definition,
    address = world.state,
  }: {
    readonly world: SolanaWorld
    readonly definition: string
    readonly address?: SvmAddress
  },
): Promise<void> {
  const { program, vaultId } = world
  await store.svmVaults.put(
    tenantId,
    { address, name: 'Solana USD', status: 'active', program, vaultId, definition },
    testActor,
  )
}

/** Opens a service with the access to a world's node. */
export function openApiOf(world: SolanaWorld, options: TestOptions = {}): Promise<TestApi> {
  const { genesisHash, url } = world
  const node = openSolanaNode({ endpoints: [url], genesisHash, timeoutMs: 60_000, retries: 0 })
  const { simulation } = { ...testConfig, ...options.config }
  const solana = solanaAccessOf(node, { genesisHash, simulation, onSimulated: () => {} })
  return openTestApi({ ...options, solana })
}

/**
 * Opens a world and a service that has its vault; every permission but those to `payroll` exists.
 *
 * @param more - lines behind the definition's permissions.
 */
export async function openSolanaApi(
  options: TestOptions & { readonly more?: string } = {},
): Promise<SolanaApi> {
  const world = await openSolanaWorld()
  const api = await openApiOf(world, options)
  const definition = definitionOf(world, options.more)
  const permissions = permissionsOf(parseSvmDefinition(definition))
  await permitAll(
    world,
    permissions.filter(({ texts }) => texts.recipient !== world.people.payroll),
  )
  await putSolanaVault(api, api.tenant.id, { world, definition })
  const headers = await api.as('strategist')
  const path: SolanaApi['path'] = (kind, rest, vault = world.state) =>
    `/v1/tx-builder/api/${kind}/solana/${vault}/${rest}`
  const post: SolanaApi['post'] = (target, body = {}) => api.ask('POST', target, { headers, body })
  return {
    api,
    world,
    definition,
    permissions,
    path,
    post,
    get: (target) => api.ask('GET', target, { headers }),
    execute: (route, params, more = {}) => post(path('execute', route), { params, ...more }),
    batch: (actions, more = {}) =>
      post(path('execute-multiple', world.people.strategist), { actions, ...more }),
    close: async () => {
      await api.close()
      await api.context.solana?.close()
      await world.close()
    },
  }
}
