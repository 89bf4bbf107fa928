import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import type { ActingStrategist } from '@vaultwright/check'
import type { Client } from '@vaultwright/client'
import { chainOf } from '@vaultwright/registry'
import type { ManifestResponse, WireRoot } from '@vaultwright/wire'

/** The place of a build: */
export type BuildRef = {
  readonly chain: string
  readonly vault: string
  readonly strategist: string
}

/** The context of the screen of actions, as the server has it. */
export type BuildPlace = ActingStrategist & { readonly manifest: ManifestResponse }

/**
 * Reads all that is needed to build for a strategist.
 *
 * @throws {NoActiveRootError} and what the client throws.
 */
export async function readBuildPlace(client: Client, ref: BuildRef): Promise<BuildPlace> {
  const { chain, vault, strategist } = ref
  const [place, manifest] = await Promise.all([
    readActingStrategist(client, ref),
    client.listActions({ chain, vault_address: vault, strategist_address: strategist }),
  ])
  return { ...place, manifest }
}

/**
 * Reads for whom a strategist acts, and by which roots.
 *
 * @throws {NoActiveRootError} and what the client throws.
 */
export async function readActingStrategist(
  client: Client,
  ref: BuildRef,
): Promise<ActingStrategist> {
  const vaultRequest = { chain: ref.chain, vault_address: ref.vault }
  const [{ data: vault }, roots] = await Promise.all([
    client.getVault(vaultRequest),
    activeRootsOf(client, vaultRequest),
  ])
  const deployment = vault.deployments.find(({ chain }) => chain === ref.chain)
  const root = rootOfStrategist(roots, ref.strategist)
  if (deployment === undefined || root === null) throw new NoActiveRootError(ref.strategist)
  const managerRoot = rootOfStrategist(roots, deployment.manager)
  const strategist = deployment.strategists.find(({ address }) => isSame(address, ref.strategist))
  return {
    chain: ref.chain,
    chainId: chainOf(ref.chain)?.id ?? null,
    vaultName: vault.name,
    vault: vault.vault_address as Address,
    manager: deployment.manager as Address,
    strategist: root.strategist as Address,
    strategistName: strategist?.name ?? null,
    root: root.root_hash as Hex,
    managerRoot: (managerRoot?.root_hash ?? null) as Hex | null,
  }
}

/** Active roots come first: a page without one ends the search. */
async function activeRootsOf(
  client: Client,
  request: { readonly chain: string; readonly vault_address: string },
): Promise<readonly WireRoot[]> {
  const active: WireRoot[] = []
  for await (const root of client.roots({ ...request, page_size: 100 })) {
    if (!root.active) break
    active.push(root)
  }
  return active
}

function rootOfStrategist(roots: readonly WireRoot[], strategist: string): WireRoot | null {
  return roots.find((root) => isSame(root.strategist, strategist)) ?? null
}

function isSame(first: string, second: string): boolean {
  return isSameAddress(first as Address, second as Address)
}

/** The strategist has no root in force on the chain. */
export class NoActiveRootError extends BaseError {
  override readonly code = 'no_active_root'
  override readonly kind = 'not_found'

  constructor(strategist: string) {
    super({
      message: `The strategist ${strategist} has no root in force here. Choose another strategist, or set a root first.`,
      facts: { strategist },
    })
  }
}
