import type { Address, Hex } from '@vaultwright/base'
import {
  type Call,
  encodeFlashLoan,
  encodeManage,
  leafAt,
  type ManageCall,
  matchCall,
} from '@vaultwright/manager'
import { proofHexOf } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { numberToHex } from 'viem'
import type { Random } from '../../../../scripts/vector/random.mjs'
import { callsOfTree } from '../../../support/call/leaf-call-set.ts'
import { approve, prove, proveBy } from './call.ts'
import type { MatrixWorld } from './world.ts'

/** Draws batches of calls that the main tree permits, some of them damaged. */
export type BatchSource = { readonly draw: () => Hex }

/** The sources of drawn batches. */
export type BatchSourceOptions = {
  readonly safeShare?: number
  readonly drones?: readonly Address[]
}

/** A call with the slot of its leaf. */
type PositionedRandomCall = Call & { readonly position: number }

/**
 * Opens a source of batches.
 *
 * @param world - the local chain.
 * @param random - where the draws come from.
 * @param options - how many of the calls are approvals that succeed, from 0 to 1, and which accounts forward calls.
 * @returns the source.
 */
export function openBatchSource(
  world: MatrixWorld,
  random: Random,
  { safeShare = 0.6, drones = [] }: BatchSourceOptions = {},
): BatchSource {
  const permitted = callsOfTree(world.main, drones).calls.map(
    ({ target, data, value, position }) => ({
      target,
      data,
      value,
      position,
    }),
  )
  const drawCall = (): ManageCall => {
    const { position, ...call } = resized(world, random.pick(permitted), random)
    return proveBy(world.main, position, call)
  }
  const safe = (): ManageCall => {
    const token = world.of(random.pick(['WETH', 'USDC']))
    return prove(world.main, approve(token, world.of('Aave pool'), BigInt(random.below(1e6))))
  }
  const drawCalls = (most: number): readonly ManageCall[] =>
    Array.from({ length: random.below(most + 1) }, () =>
      random.isTrue(safeShare) ? safe() : drawCall(),
    )
  const maybeDamaged = (calls: readonly ManageCall[]) => {
    if (calls.length === 0 || random.isTrue(0.6)) return calls
    const position = random.below(calls.length)
    return calls.with(position, { ...calls[position]!, ...damage(world, calls[position]!, random) })
  }
  const drawLoan = (): ManageCall => {
    const token = random.pick(['WETH', 'USDC'])
    const amounts = [BigInt(random.below(1_000_000))]
    const data = encodeFlashLoan({
      recipient: world.manager,
      tokens: [world.of(token)],
      amounts,
      calls: maybeDamaged(drawCalls(3)),
      salt: random.isTrue(0.2) ? random.bytes(5) : '0x',
    })
    const call = { target: world.manager, data, value: 0n }
    const match = matchCall(call, { tree: world.main, rules: ruleBook })
    if (match.kind === 'none') throw new Error(match.refusal.message)
    return proveBy(world.main, match.positions[0]!, call)
  }
  return {
    draw: () => {
      const calls = drawCalls(5)
      const loans = random.isTrue(0.3) ? [drawLoan()] : []
      const cut = random.below(calls.length + 1)
      const all = [...calls.slice(0, cut), ...loans, ...calls.slice(cut)]
      return encodeManage(maybeDamaged(all))
    },
  }
}

const sizes = [0n, 1n, 2n, 3n, 1_000n, 1_000_000n, 10n ** 15n, 2n ** 40n]

/** Sentinels are larger than any balance: what the leaf does not bind gets another size. */
function resized(
  world: MatrixWorld,
  call: PositionedRandomCall,
  random: Random,
): PositionedRandomCall {
  let { data } = call
  for (let index = 10; index + 64 <= data.length; index += 64) {
    if (BigInt(`0x${data.slice(index, index + 64)}`) >> 164n === 0n || random.isTrue(0.1)) continue
    const word = numberToHex(random.pick(sizes), { size: 32 }).slice(2)
    const altered = `${data.slice(0, index)}${word}${data.slice(index + 64)}` as Hex
    const match = matchCall({ ...call, data: altered }, { tree: world.main, rules: ruleBook })
    if (match.kind !== 'none' && match.positions.includes(call.position)) data = altered
  }
  const value = call.value === 0n ? 0n : BigInt(1 + random.below(1_000_000))
  return { ...call, data, value }
}

/** Damages a call. */
function damage(world: MatrixWorld, call: ManageCall, random: Random): Partial<ManageCall> {
  const { proof, data, value } = call
  return random.pick<() => Partial<ManageCall>>([
    () => ({ proof: proof.with(random.below(proof.length), random.word()) }),
    () => ({ proof: proof.slice(0, -1) }),
    () => ({ proof: [] }),
    () => ({ proof: proofHexOf(world.main.tree, random.below(100)) }),
    () => ({ value: value === 0n ? 1n : 0n }),
    () => ({ value: 10n ** 24n }),
    () => ({ data: data.slice(0, 2 + 2 * random.below(data.length / 2)) as Hex }),
    () => ({ data: `${data}${random.bytes(1 + random.below(40)).slice(2)}` as Hex }),
    () => ({ data: withByte(data, random) }),
    () => ({ target: random.account() }),
    () => ({ target: world.of(random.pick(['USDC', 'Aave pool', 'Morpho', 'Local ETH'])) }),
    () => ({ decoder: random.account() }),
    () => ({ decoder: world.of(random.pick(['Lending decoder', 'WETH', 'Price oracle'])) }),
    () => ({ decoder: leafAt(world.lending, 0)!.decoder, proof: lendingProof(world, random) }),
  ])()
}

function lendingProof({ lending }: MatrixWorld, random: Random): readonly Hex[] {
  return proofHexOf(lending.tree, random.below(lending.leaves.length))
}

function withByte(data: Hex, random: Random): Hex {
  const offset = 2 + 2 * random.below(data.length / 2 - 1)
  return `${data.slice(0, offset)}${random.bytes(1).slice(2)}${data.slice(offset + 2)}` as Hex
}
