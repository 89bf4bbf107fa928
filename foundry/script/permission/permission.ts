import { buildLeaf, type Leaf } from '@vaultwright/manager'
import { type Address, zeroAddress } from 'viem'
import { accountOf } from '../account.ts'
import type { Of } from '../plan/piece.ts'
import {
  drones,
  lending,
  loans,
  morpho,
  planted,
  savings,
  trading,
  wrapping,
} from './core-permission.ts'
import type { Row } from './row.ts'
import { bridging, fixedYield, remainingRows, staking } from './yield-permission.ts'

/** The leaves of one generation of a vault's main tree. */
export type Generation = 1 | 2 | 3

/**
 * Lists what the main strategist of a vault may do.
 *
 * @param vault - name of the vault.
 * @param generation - 1 at the start, then after each rotation of the root.
 * @param of - where things are.
 * @returns leaves in the order of their slots.
 */
export function mainLeaves(vault: string, generation: Generation, of: Of): readonly Leaf[] {
  const manager = `${vault}: manager`
  const isEth = vault === 'Local ETH'
  const rows = [
    ...wrapping(vault),
    ...lending(vault, ['WETH', 'USDC']),
    ...savings(vault, isEth ? 'WETH' : 'USDC'),
    ...(generation > 1 ? [...trading(vault, of), ...loans(manager)] : []),
    ...(generation > 2
      ? [
          ...morpho(vault),
          ...drones(vault),
          ...staking(vault),
          ...fixedYield(vault),
          ...bridging(vault, of),
          ...remainingRows(vault),
          ...(isEth ? planted : []),
        ]
      : []),
  ]
  return rows.map((row) => leafOf(row, of('Decoder'), of))
}

/** Lists what the second strategist, and the multisig, may do: wrap and lend, through a small decoder. */
export function lendingLeaves(vault: string, of: Of): readonly Leaf[] {
  const rows = [...wrapping(vault), ...lending(vault, ['WETH', 'USDC'])]
  return rows.map((row) => leafOf(row, of('Lending decoder'), of))
}

/** Makes a leaf of a row. */
export function leafOf(
  [target, signature, args, description]: Row,
  decoder: Address,
  of: Of,
): Leaf {
  const canSendValue = target.endsWith('+')
  return buildLeaf({
    decoder,
    target: of(canSendValue ? target.slice(0, -1) : target),
    canSendValue,
    signature,
    arguments: args.map((name) => placeOf(name, of)),
    description,
  })
}

function placeOf(name: string, of: Of): Address {
  if (name === '0') return zeroAddress
  if (name.startsWith('0x')) return name as Address
  return name === 'owner' ? accountOf('owner') : of(name)
}
