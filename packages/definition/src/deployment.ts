import { type Address, BaseError } from '@vaultwright/base'
import type { Definition } from './definition.ts'
import type { ChainDefinition } from './definition-schema.ts'

/** A vault on one chain, as far as its definition says it. */
export type DefinedDeployment = {
  /** Slug of the chain in lower case, as the interface has it. */
  readonly chain: string
  readonly manager: Address
  readonly accountant: Address | null
  readonly teller: Address | null
  /** In the order of the definition. */
  readonly drones: readonly Address[]
  /** Those that have an address: the others hold no root. */
  readonly strategists: readonly { readonly name: string; readonly address: Address }[]
}

/** A vault and where it stands. */
export type DefinedVault = {
  readonly name: string
  /** The same on each chain. */
  readonly address: Address
  /** By chain, in the order of their slugs. */
  readonly deployments: readonly DefinedDeployment[]
}

/**
 * Reads where a vault stands out of its definition.
 *
 * Source: interface, section 1: the same address on each chain.
 *
 * @param definition - with at least one chain.
 * @returns the vault; the strategist `manager` has the Manager's address.
 * @throws {VaultAddressError} when the vault has different addresses on its chains.
 */
export function deploymentsOf({ name, chains }: Definition): DefinedVault {
  const address = chains[0]!.vault
  if (chains.some(({ vault }) => vault !== address)) throw new VaultAddressError(chains)
  const deployments = chains.map(deploymentOf)
  return { name, address, deployments: deployments.sort((a, b) => (a.chain < b.chain ? -1 : 1)) }
}

function deploymentOf(one: ChainDefinition): DefinedDeployment {
  const { chain, manager, accountant, teller, drones } = one
  const strategists = one.strategists.flatMap(({ name, account }) =>
    account === null ? [] : [{ name, address: account === 'manager' ? manager : account }],
  )
  return {
    ...{ chain: chain.slug.toLowerCase(), manager, accountant, teller },
    drones: [...new Set(drones.values())],
    strategists,
  }
}

/** A definition gives its vault different addresses on its chains. */
export class VaultAddressError extends BaseError {
  override readonly code = 'vault_address'

  constructor(chains: readonly ChainDefinition[]) {
    const places = chains.map(({ chain, vault }) => ({ chain: chain.slug, vault }))
    super({
      message: `The vault has different addresses on its chains: ${places.map(({ chain, vault }) => `${vault} on ${chain}`).join(', ')}. A vault has one address; make a definition of each.`,
      facts: { places },
    })
  }
}
