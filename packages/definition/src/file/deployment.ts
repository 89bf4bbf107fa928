import { type Address, BaseError } from '@vaultwright/base'
import type { ChainDefinition } from '../schema/definition-schema.ts'
import type { Definition } from './definition.ts'

/** A vault on one chain, as its definition says it. */
type DefinedDeployment = {
  /** Slug of the chain in lower case, as the interface has it. */
  readonly chain: string
  readonly manager: Address
  readonly accountant: Address | null
  readonly teller: Address | null
  /** Withdraw queues, and who pays their requests. */
  readonly queues: ChainDefinition['queues']
  /** In the order of the definition. */
  readonly drones: readonly Address[]
  /** No definition says when: null for a chain that was not known before. */
  readonly deployedAtUnix: bigint | null
  readonly deployedBlock: bigint | null
  /** Those that have an address: the others hold no root. */
  readonly strategists: readonly { readonly name: string; readonly address: Address }[]
}

/** A vault and where it stands. */
export type DefinedVault = {
  readonly name: string
  /** The same on each chain. */
  readonly address: Address
  readonly status: 'active' | 'paused' | 'retired'
  readonly deployedAtUnix: bigint | null
  /** By chain, in the order of their slugs. */
  readonly deployments: readonly DefinedDeployment[]
}

/** Facts of a vault that a definition does not hold. */
type RecordedVault = Pick<DefinedVault, 'status' | 'deployedAtUnix'> & {
  readonly deployments: readonly Pick<
    DefinedDeployment,
    'chain' | 'deployedAtUnix' | 'deployedBlock'
  >[]
}

const emptyRecord: RecordedVault = { status: 'active', deployedAtUnix: null, deployments: [] }

/**
 * Reads where a vault stands out of its definition.
 *
 * Source: interface, section 1: the same address on each chain.
 *
 * @param definition - with at least one chain.
 * @param recorded - the vault as it is stored already, whose status and times stay; null when it is new.
 * @returns the vault; the strategist `manager` has the Manager's address.
 * @throws {VaultAddressError} when the vault has different addresses on its chains.
 */
export function deploymentsOf(
  { name, chains }: Definition,
  recorded: RecordedVault | null = null,
): DefinedVault {
  const address = chains[0]!.vault
  if (chains.some(({ vault }) => vault !== address)) throw new VaultAddressError(chains)
  const deployments = chains.map(deploymentOf)
  deployments.sort((one, other) => (one.chain < other.chain ? -1 : 1))
  return keepRecorded({ ...emptyRecord, name, address, deployments }, recorded)
}

/**
 * Puts what no definition says into a vault that was read out of one.
 *
 * @param defined - as `deploymentsOf` reads it.
 * @param recorded - the vault as it is stored already; null when it is new.
 * @returns the vault with the status and times that are known.
 */
export function keepRecorded(defined: DefinedVault, recorded: RecordedVault | null): DefinedVault {
  const { status, deployedAtUnix, deployments } = recorded ?? emptyRecord
  return {
    ...defined,
    status,
    deployedAtUnix,
    deployments: defined.deployments.map((one) => {
      const before = deployments.find(({ chain }) => chain === one.chain)
      const { deployedAtUnix = null, deployedBlock = null } = before ?? {}
      return { ...one, deployedAtUnix, deployedBlock }
    }),
  }
}

function deploymentOf(one: ChainDefinition): DefinedDeployment {
  const { manager, accountant, teller, queues, drones } = one
  const chain = one.chain.slug
  const strategists = one.strategists.flatMap(({ name, account }) =>
    account === null ? [] : [{ name, address: account === 'manager' ? manager : account }],
  )
  return {
    chain,
    manager,
    accountant,
    teller,
    queues,
    drones: [...new Set(drones.values())],
    deployedAtUnix: null,
    deployedBlock: null,
    strategists,
  }
}

/** A definition gives its vault different addresses on its chains. */
export class VaultAddressError extends BaseError {
  override readonly code = 'vault_address'
  override readonly kind = 'invalid_input'

  constructor(chains: readonly ChainDefinition[]) {
    const places = chains.map(({ chain, vault }) => ({ chain: chain.slug, vault }))
    super({
      message: `The vault has different addresses on its chains: ${places.map(({ chain, vault }) => `${vault} on ${chain}`).join(', ')}. A vault has one address; make a definition of each.`,
      facts: { places },
    })
  }
}
