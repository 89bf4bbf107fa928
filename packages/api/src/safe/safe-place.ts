import { type Address, BaseError, isSameAddress } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import { callContextOf, ruleBook } from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import type { SafeAtBlock, SafeService } from '@vaultwright/safe-service'
import type { SafeRef, VaultRef } from '@vaultwright/store'
import { RequestInvalidError } from '../request/request-check.ts'
import { assertNone, readAddress, readPart, solana } from '../request/vault-path.ts'
import type { ApiContext } from '../service/context.ts'
import {
  ActiveTreeMissingError,
  type StrategistContext,
  strategistContextOf,
} from '../service/strategist-context.ts'
import { type VaultContext, type VaultReader, vaultContextOf } from '../service/vault-context.ts'

/** A Safe that is a strategist of the tenant, and the vault by whose tree its calls are judged. */
export type SafePlace = {
  readonly context: ApiContext
  readonly tenantId: string
  readonly safeRef: SafeRef
  readonly chainId: number
  readonly vaultRef: VaultRef
  readonly vault: VaultContext
  /** Null while it has no active root whose tree is stored. */
  readonly strategist: StrategistContext | null
}

type SafeRequest = {
  readonly params: { readonly chain: string; readonly safe: string }
  readonly caller: VaultReader
  readonly context: ApiContext
  readonly vault?: string | undefined
  /** The part of the request that names the vault. Default: the query. */
  readonly vaultPart?: 'query' | 'body'
}

/**
 * Finds the Safe that a path names.
 *
 * @throws {SafeNotFoundError} where it is no strategist of a vault of the tenant.
 * @throws {RequestInvalidError} when an address has another shape, or the Safe is no strategist of the named vault.
 */
export async function safePlaceOf(request: SafeRequest): Promise<SafePlace> {
  const { params, caller, context, vaultPart = 'query' } = request
  const { chain } = params
  const part = readPart('safe', params.safe)
  if (chain === solana) throw new SafeNotFoundError(params.safe, chain)
  assertNone(part.entries)
  const named =
    request.vault === undefined ? null : readAddress(request.vault, [vaultPart, 'vault_address'])
  const { tenantId } = caller
  await context.turns.next(tenantId)
  const safeRef = { chain, safe: part.address }
  const vaults = await context.store.safeQueues.vaultsOf(tenantId, safeRef)
  const vaultRef = vaults.find(({ vault }) => named === null || isSameAddress(vault, named))
  if (vaultRef === undefined && named !== null) throw otherVault(named, vaultPart)
  if (vaultRef === undefined) throw new SafeNotFoundError(part.address, chain)
  const vault = await vaultContextOf(context, caller, vaultRef)
  const strategist = await strategistContextOf(context, vault, part.address).catch(treeOrNull)
  const chainId = chainOf(chain)?.id ?? 0
  return { context, tenantId, safeRef, chainId, vaultRef, vault, strategist }
}

/**
 * Reads the Safe at the newest block, with the tree that its calls are held against.
 *
 * @throws {SafeUnservedError} where no node of the chain is configured; what reading throws.
 */
export async function readSafe(place: SafePlace): Promise<SafeAtBlock> {
  const { context, safeRef, chainId, vaultRef, strategist } = place
  const chain = await openSafeChain(place)
  const trees = await treesOf(strategist)
  const reader = context.safes.openReader(chain, {
    safe: safeRef.safe,
    block: 'latest',
    ...trees,
    namingOf: async (vault) => ({
      naming: {
        ...callContextOf(chainId, vault ?? vaultRef.vault),
        drones: strategist?.deployment.drones ?? [],
      },
      rules: ruleBook,
      reads: {},
    }),
  })
  return reader()
}

/**
 * Opens the chain of a Safe.
 *
 * @throws {SafeUnservedError} where no node of it is configured; what opening throws.
 */
export async function openSafeChain({ context, safeRef }: SafePlace): Promise<Chain> {
  const access = context.chains.of(safeRef.chain)
  if (access === null) throw new SafeUnservedError(safeRef.chain, 'node')
  return access.open()
}

/**
 * Lists the services that hold the Safe's queue.
 *
 * @throws {SafeUnservedError} where none is configured for the chain.
 */
export function servicesOf({ context, safeRef, chainId }: SafePlace): readonly SafeService[] {
  const services = context.safes.servicesOf(chainId)
  if (services.length === 0) throw new SafeUnservedError(safeRef.chain, 'service of queues')
  return services
}

function otherVault(vault: Address, part: 'query' | 'body'): RequestInvalidError {
  const msg = 'The Safe is not a strategist of this vault. Leave it out, or give another.'
  return new RequestInvalidError([
    { loc: [part, 'vault_address'], msg, type: 'vault_not_of_safe', input: vault },
  ])
}

/** A tree was rebuilt from its leaves when it was stored: nothing contradicts it. */
async function treesOf(strategist: StrategistContext | null) {
  if (strategist === null) return { file: null, managerFile: null }
  const { manager } = strategist.deployment
  const { tree } = await strategist.readTreeContext()
  const managerTree = await strategist.managerTree()
  const fileOf = (leaves: typeof tree) => ({ tree: leaves, metadata: { manager }, findings: [] })
  return { file: fileOf(tree), managerFile: managerTree === null ? null : fileOf(managerTree) }
}

function treeOrNull(error: unknown): null {
  if (error instanceof ActiveTreeMissingError) return null
  throw error
}

/** An account is no strategist of the tenant. */
export class SafeNotFoundError extends BaseError {
  override readonly code = 'safe_not_found'
  override readonly kind = 'not_found'

  constructor(safe: Address | string, chain: string) {
    super({
      message: `${safe} is not a strategist of a vault of yours on ${chain}. Give the address of one.`,
      facts: { safe, chain },
    })
  }
}

/** The operator configured nothing that could answer. */
export class SafeUnservedError extends BaseError {
  override readonly code = 'safe_unserved'
  override readonly kind = 'unavailable'

  constructor(chain: string, missing: 'node' | 'service of queues') {
    super({
      message: `No ${missing} is configured for ${chain}. Ask the operator for one.`,
      facts: { chain, missing },
    })
  }
}
