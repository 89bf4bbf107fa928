import type { Address } from '@vaultwright/base'
import { chainOf } from '../chain.ts'

/** A contract of a protocol on one chain. */
export type KnownContract = {
  readonly chainId: number
  /** EIP-55. */
  readonly address: Address
  /** The protocol's id, snake_case, as in `aave_v3`. */
  readonly protocol: string
  /** The part of the contract within its protocol, snake_case, as in `pool`. */
  readonly role: string
  /** The name for people, as in `Spark`. */
  readonly label: string
  /** The publication of the address. */
  readonly source: string
}

/** The common fields of contracts of one protocol and one publisher. */
export type ContractGroup = Pick<KnownContract, 'protocol' | 'label' | 'source'>

/** One address as the files of this folder write it, with the slugs of the chains that have it there. */
export type ContractRow = readonly [
  role: string,
  address: Address,
  chains: readonly string[],
  label?: string,
]

/**
 * Makes contracts out of rows that have protocol and source in common.
 *
 * @returns one contract for each chain of each row, in the order of the rows.
 */
export function contractsFrom(
  group: ContractGroup,
  rows: readonly ContractRow[],
): readonly KnownContract[] {
  return rows.flatMap(([role, address, slugs, label = group.label]) =>
    slugs.flatMap((slug) => {
      const chain = chainOf(slug)
      return chain === null ? [] : [{ ...group, chainId: chain.id, address, role, label }]
    }),
  )
}
