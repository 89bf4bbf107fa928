import { type ProvenOptions, simulateProvenOn } from '@vaultwright/chain'
import { type BlockRef, type ProvenSimulation, replayWitness } from '@vaultwright/outcome'
import { printWitness, type Witness } from '@vaultwright/proof'
import { expect } from 'vitest'
import { openRandom, type Random } from '../../../scripts/vector/random.mjs'
import { openBatchSource } from '../simulation/matrix/random-batch.ts'
import type { MatrixWorld } from '../simulation/matrix/world.ts'

/** A batch drawn at random, what it does on proven state, and the draws that go on from there. */
export type GeneratedBatch = {
  readonly random: Random
  readonly request: {
    readonly from: `0x${string}`
    readonly to: `0x${string}`
    readonly data: `0x${string}`
    readonly block: BlockRef
    readonly watch: readonly `0x${string}`[]
    /** Another seed, another time. */
    readonly atUnix: bigint
  }
  readonly options: ProvenOptions
  readonly proven: ProvenSimulation
}

/** Draws a batch and simulates it at the head. */
export async function generatedBatch(world: MatrixWorld, seed: number): Promise<GeneratedBatch> {
  const random = openRandom(seed)
  const data = openBatchSource(world, random).draw()
  const block = await world.chain.readBlock('latest')
  const atUnix = block.timestamp + 1n + BigInt(random.below(100_000))
  const watch = [world.of('USDC')]
  const request = { from: world.of('strategist'), to: world.manager, data, block, atUnix, watch }
  const options = { hardfork: world.hardfork }
  return { random, request, options, proven: await simulateProvenOn(world.chain, request, options) }
}

/** Asserts that a run either is refused by a typed error of its kind, or gives the same bytes. */
export async function assertRefusedOrSame(
  run: Promise<ProvenSimulation>,
  { witness, simulation }: ProvenSimulation,
): Promise<string> {
  const result = await run.catch((error: unknown) => error as { readonly code?: string })
  if ('simulation' in result) {
    expect(result.simulation).toEqual(simulation)
    expect(printWitness(result.witness) === printWitness(witness)).toBe(true)
    return 'same'
  }
  expect(result).toMatchObject({ code: expect.any(String), kind: expect.any(String) })
  expect(result).not.toMatchObject({ kind: 'bug' })
  return result.code!
}

/** Asserts that a witness without one of its pieces, or with one changed, is refused with its place. */
export async function assertPieceNeeded(
  witness: Witness,
  blockHash: `0x${string}`,
  { list, index, digit }: DamagedPiece,
): Promise<void> {
  const piece = witness[list][index]!
  const offset = digit === null ? 0 : 2 + (digit % (piece.length - 2))
  const altered = piece[offset] === '0' ? '1' : '0'
  const changed: readonly `0x${string}`[] =
    digit === null
      ? []
      : [`${piece.slice(0, offset)}${altered}${piece.slice(offset + 1)}` as `0x${string}`]
  const damaged = { ...witness, [list]: witness[list].toSpliced(index, 1, ...changed) }
  const refusal = await replayWitness(damaged, blockHash).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    code: 'state_missing',
    facts: { account: expect.stringMatching(/^0x[0-9a-f]{40}$/) },
  })
}

/** The piece of a witness that is left out, or changed at a digit. */
export type DamagedPiece = {
  readonly list: 'nodes' | 'codes'
  readonly index: number
  /** Null when it is left out. */
  readonly digit: number | null
}

/** Every piece of a witness, left out and changed. */
export function damagesOf(witness: Witness, random: Random): readonly DamagedPiece[] {
  return (['nodes', 'codes'] as const).flatMap((list) =>
    witness[list].flatMap((_, index) => [
      { list, index, digit: null },
      { list, index, digit: random.below(1_000_000) },
    ]),
  )
}
