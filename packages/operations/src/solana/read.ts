import type { SolanaNode } from '@vaultwright/chain'
import {
  decodeLookupTable,
  decodeMint,
  decodeVaultState,
  type LookupTable,
  type SvmAddress,
  type SvmVaultState,
} from '@vaultwright/svm'
import {
  manifestReads,
  type SvmConstraint,
  type SvmDefinition,
  type SvmManifest,
  type SvmManifestAction,
  SvmRouteNotPermittedError,
  type SvmSnapshot,
  SvmVaultMissingError,
  svmConstraintsOf,
  svmManifestOf,
} from '@vaultwright/svm-builder'

/** The part of a node that reads accounts. */
export type SvmAccountSource = Pick<SolanaNode, 'accountsAt'>

/** Derives what a strategist may do from the digests that exist at one slot. */
export async function svmManifestAt(
  node: SvmAccountSource,
  definition: SvmDefinition,
): Promise<{ readonly snapshot: SvmSnapshot; readonly manifest: SvmManifest }> {
  const snapshot = await node.accountsAt(manifestReads(definition))
  return { snapshot, manifest: svmManifestOf(definition, snapshot) }
}

/** One route of a vault at a slot. */
type SvmRouteReading = {
  readonly snapshot: SvmSnapshot
  readonly action: SvmManifestAction
  /** The choices that go together; null where every mix is permitted. */
  readonly constraints: readonly SvmConstraint[] | null
}

/**
 * Derives one action of a vault, and which of its choices go together.
 *
 * @throws {SvmUnknownRouteError} {SvmRouteNotPermittedError} when no digest permits the route.
 */
export async function svmConstraintsAt(
  node: SvmAccountSource,
  definition: SvmDefinition,
  route: string,
): Promise<SvmRouteReading> {
  const { snapshot, manifest } = await svmManifestAt(node, definition)
  const constraints = svmConstraintsOf(definition, snapshot, route)
  const action = manifest[route]
  if (action === undefined) throw new SvmRouteNotPermittedError(route, Object.keys(manifest))
  return { snapshot, action, constraints }
}

/** Reads lookup tables that exist; a table that does not exist is left out. */
export async function readLookupTablesAt(
  node: SvmAccountSource,
  addresses: readonly SvmAddress[],
): Promise<readonly LookupTable[]> {
  const { accounts } = await node.accountsAt(addresses)
  return addresses.flatMap((address) => {
    const account = accounts.get(address) ?? null
    return account === null ? [] : [{ address, addresses: decodeLookupTable(account).addresses }]
  })
}

/** A vault's state at one slot, with what counts its amounts. */
export type SvmStateReading = {
  readonly vault: SvmAddress
  readonly program: SvmAddress
  readonly slot: bigint
  /** Unix seconds; null where the node does not know. */
  readonly atUnix: bigint | null
  readonly state: SvmVaultState
  /** Base units; null where the share mint does not exist. */
  readonly shareSupply: bigint | null
  /** Of the base asset; null where its mint does not exist. */
  readonly baseDecimals: number | null
}

/**
 * Reads a vault's state and its two mints at one slot.
 *
 * @throws {SvmVaultMissingError} when the account of the state does not exist.
 */
export async function readVaultAt(
  node: SvmAccountSource,
  { vault, program }: { readonly vault: SvmAddress; readonly program: SvmAddress },
): Promise<SvmStateReading> {
  const first = await node.accountsAt([vault])
  const { shareMint, baseAsset } = stateIn(first, vault, program)
  const { slot, atUnix, accounts } = await node.accountsAt([vault, shareMint, baseAsset], {
    minContextSlot: first.slot,
  })
  const mintOf = (address: SvmAddress) => {
    const account = accounts.get(address) ?? null
    return account === null ? null : decodeMint(account)
  }
  return {
    vault,
    program,
    slot,
    atUnix,
    state: stateIn({ accounts }, vault, program),
    shareSupply: mintOf(shareMint)?.supply ?? null,
    baseDecimals: mintOf(baseAsset)?.decimals ?? null,
  }
}

/** Reads the state of a vault out of accounts. */
export function stateIn(
  { accounts }: Pick<SvmSnapshot, 'accounts'>,
  vault: SvmAddress,
  program: SvmAddress,
): SvmVaultState {
  const account = accounts.get(vault) ?? null
  if (account === null) throw new SvmVaultMissingError(vault)
  return decodeVaultState(account, program)
}
