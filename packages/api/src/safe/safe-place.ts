import { type Address, BaseError, isSameAddress } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import { callContextOf } from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import type {
  JudgedEntry,
  SafeAtBlock,
  SafeService,
  StrategistVault,
} from '@vaultwright/safe-service'
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

/** A Safe that is a strategist of the tenant, and the vaults by whose trees its calls are judged. */
export type SafePlace = {
  readonly context: ApiContext
  readonly tenantId: string
  readonly safeRef: SafeRef
  readonly chainId: number
  /** Of the tenant alone; the first judges calls of no Manager of theirs. */
  readonly vaults: readonly [SafeVault, ...SafeVault[]]
}

/** A vault of which a Safe is a strategist. */
export type SafeVault = {
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
  const vaultRefs = await context.store.safeQueues.vaultsOf(tenantId, safeRef)
  const judging = vaultRefs.filter(({ vault }) => named === null || isSameAddress(vault, named))
  if (judging.length === 0 && named !== null) throw otherVault(named, vaultPart)
  const [first, ...further] = await Promise.all(
    judging.map(async (vaultRef): Promise<SafeVault> => {
      const vault = await vaultContextOf(context, caller, vaultRef)
      const strategist = await strategistContextOf(context, vault, part.address).catch(treeOrNull)
      return { vaultRef, vault, strategist }
    }),
  )
  if (first === undefined) throw new SafeNotFoundError(part.address, chain)
  const chainId = chainOf(chain)?.id ?? 0
  return { context, tenantId, safeRef, chainId, vaults: [first, ...further] }
}

/** Finds the vault by whose tree a transaction is judged. */
export function judgingVaultOf(
  { vaults }: SafePlace,
  { manager }: Pick<JudgedEntry['verdict'], 'manager'>,
): SafeVault {
  const isCalled = ({ vault }: SafeVault) =>
    manager !== null && isSameAddress(vault.vault.deployment.manager, manager)
  return vaults.find(isCalled) ?? vaults[0]
}

/**
 * Reads the Safe at the newest block, with the trees that its calls are held against.
 *
 * @throws {SafeUnservedError} where no node of the chain is configured; what reading throws.
 */
export async function readSafe(place: SafePlace): Promise<SafeAtBlock> {
  const { context, safeRef, chainId, vaults } = place
  const chain = await openSafeChain(place)
  const [first, ...further] = vaults
  const open = (vault: SafeVault) => openVault(vault, chainId)
  const reader = context.safes.openReader(chain, {
    safe: safeRef.safe,
    block: 'latest',
    vaults: [await open(first), ...(await Promise.all(further.map(open)))],
  })
  return reader()
}

async function openVault(
  { vaultRef, vault, strategist }: SafeVault,
  chainId: number,
): Promise<StrategistVault> {
  const { manager, drones } = vault.vault.deployment
  return {
    manager,
    ...(await treesOf(strategist)),
    namingOf: async (address) => ({ ...callContextOf(chainId, address ?? vaultRef.vault), drones }),
  }
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
