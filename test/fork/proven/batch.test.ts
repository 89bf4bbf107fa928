import { simulateProvenOn } from '@vaultwright/chain'
import { replayWitness } from '@vaultwright/outcome'
import { parseWitness, printWitness } from '@vaultwright/proof'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  agreementHeads,
  assertAgreement,
  openAgreements,
  printAgreements,
} from '../../support/proven/agreement.ts'
import { evenly, hardforksTried, isCampaign } from '../../support/proven/share.ts'
import { openTamperedChain, tamperedValue } from '../../support/proven/tampered-node.ts'
import { numRuns } from '../../support/runs.ts'
import { type MatrixWorld, openMatrixWorld } from '../simulation/matrix/world.ts'
import { assertPieceNeeded, assertRefusedOrSame, damagesOf, generatedBatch } from './generated.ts'

const seeds = fc.nat()
/** Batches of a property: four in a suite, forty in a campaign of 20,000. */
const batches = { numRuns: Math.max(4, Math.ceil(numRuns / 500)) }
const tried = isCampaign ? 20 : 3

describe.each(hardforksTried(['osaka']))('%s', (hardfork) => {
  let world: MatrixWorld
  const counts = new Map<string, number>()
  const count = (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1)
  const agreements = openAgreements(hardfork)

  beforeAll(async () => {
    world = await openMatrixWorld(hardfork)
    await world.settle()
  })
  afterAll(async () => {
    await world?.close()
    const listed = [...counts].sort().map(([name, times]) => `${name}: ${times}`)
    console.log(`${agreementHeads}\n${printAgreements('generated batches', agreements)}`)
    console.log(`${hardfork}: ${listed.join(', ')}`)
  })

  test('law: node, fork and the proven engine agree on generated batches, to the unit of gas', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { request } = await generatedBatch(world, seed)
        await assertAgreement(world, request, agreements)
      }),
      batches,
    )
  }, 7_200_000)

  test('law: one witness, whatever is hinted, in any order of its pieces, with foreign ones beside them', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { request, options, proven } = await generatedBatch(world, seed)
        const text = printWitness(proven.witness)
        for (const hint of ['list', 'none'] as const) {
          const hinted = await simulateProvenOn(world.chain, request, { ...options, hint })
          expect(printWitness(hinted.witness) === text, hint).toBe(true)
          expect(hinted.simulation).toEqual(proven.simulation)
        }
        const { nodes, codes } = proven.witness
        const turned = {
          ...proven.witness,
          nodes: [...nodes, '0xc0', `0x${'ab'.repeat(40)}`].reverse() as typeof nodes,
          codes: [...codes, '0xfe', '0x6001'].reverse() as typeof codes,
        }
        const replayed = await replayWitness(turned, request.block.hash)
        expect(printWitness(replayed.witness) === text).toBe(true)
        expect(replayed.simulation).toEqual(proven.simulation)
      }),
      batches,
    )
  }, 7_200_000)

  test('law: each piece of a witness is needed: without it, or with one digit changed, its place is named', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { random, request, proven } = await generatedBatch(world, seed)
        const damages = damagesOf(proven.witness, random)
        for (const damage of isCampaign ? damages : evenly(damages, 6)) {
          await assertPieceNeeded(proven.witness, request.block.hash, damage)
          count(damage.digit === null ? 'pieces left out, refused' : 'pieces changed, refused')
        }
        const { header } = proven.witness
        for (let time = 0; time < tried; time++) {
          const changed = tamperedValue(header, random) as typeof header
          if (changed === header) continue
          const replay = replayWitness({ ...proven.witness, header: changed }, request.block.hash)
          expect(await assertRefusedOrSame(replay, proven)).not.toBe('same')
          count('headers changed, refused')
        }
      }),
      batches,
    )
  }, 7_200_000)

  test("law: the file's own hash is a label: the caller's counts", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { random, request, proven } = await generatedBatch(world, seed)
        const labelled = { ...proven.witness, blockHash: random.word() }
        const file = parseWitness(printWitness(labelled))
        const replayed = await replayWitness(file, request.block.hash)
        expect(replayed.simulation).toEqual(proven.simulation)
        expect(replayed.witness.blockHash).toBe(request.block.hash)
        await expect(replayWitness(file, labelled.blockHash)).rejects.toMatchObject({
          code: 'invalid_state_proof',
        })
      }),
      batches,
    )
  }, 7_200_000)

  test('law: whatever a node changes in one of its answers, the run is refused or the same', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { random, request, options, proven } = await generatedBatch(world, seed)
        const { rpc, id } = world.chain
        const plain = await openTamperedChain(rpc, id, ({ answer }) => answer)
        await simulateProvenOn(plain.chain, request, options)
        for (let time = 0; time < tried; time++) {
          const position = random.below(plain.answered())
          const liar = await openTamperedChain(rpc, id, ({ call, answer, index }) => {
            if (index !== position || !answer.ok) return answer
            count(`lies in ${call.method}`)
            return { ok: true, value: tamperedValue(answer.value, random) }
          })
          const run = simulateProvenOn(liar.chain, request, options)
          count(`lies: ${await assertRefusedOrSame(run, proven)}`)
        }
      }),
      batches,
    )
  }, 7_200_000)

  test('law: a source that fails at any question is an error, never an outcome', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.constantFrom('trace', 'none' as const), async (seed, hint) => {
        const { random, request, options, proven } = await generatedBatch(world, seed)
        const hintedOptions = { ...options, hint }
        const { rpc, id } = world.chain
        const plain = await openTamperedChain(rpc, id, ({ answer }) => answer)
        await simulateProvenOn(plain.chain, request, hintedOptions)
        const questions = Array.from({ length: plain.answered() }, (_, index) => index)
        for (const position of isCampaign ? questions : evenly(questions, tried)) {
          const broken = await openTamperedChain(rpc, id, ({ answer, index }) => {
            if (index === position) throw new SourceFailure()
            return answer
          })
          const failure = simulateProvenOn(broken.chain, request, hintedOptions)
          await expect(failure).rejects.toBeInstanceOf(SourceFailure)
          count('questions that failed, told')
          let method = ''
          const mute = await openTamperedChain(rpc, id, ({ call, answer, index }) => {
            if (index !== position) return answer
            method = call.method
            return { ok: false, error: { code: -32_000, message: 'internal error', data: null } }
          })
          const result = await assertRefusedOrSame(
            simulateProvenOn(mute.chain, request, hintedOptions),
            proven,
          )
          // A node that refuses many slots is asked for fewer at once.
          const isRepeated = method === 'eth_getProof' && mute.answered() > questions.length
          // A hint is not believed, so that it may be missing; nothing else may.
          if (method !== 'debug_traceCall' && !isRepeated)
            expect(result, `${method} ${random.below(1)}`).not.toBe('same')
          count(`questions refused: ${result}`)
        }
      }),
      batches,
    )
  }, 7_200_000)
})

/** An error of the transport. */
class SourceFailure extends Error {}
