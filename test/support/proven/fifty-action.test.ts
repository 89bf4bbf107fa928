import { decodeBatch } from '@vaultwright/manager'
import { replayWitness } from '@vaultwright/outcome'
import { parseWitness, printWitness } from '@vaultwright/proof'
import { expect, test } from 'vitest'
import { fiftyActionWitness } from './fifty-action-witness.ts'

test('golden: fifty actions succeed as one batch, and their witness replays to the same bytes', async () => {
  const { text, blockHash, proven } = await fiftyActionWitness()
  const { simulation, witness, slotUse } = proven
  expect(simulation.outcome).toEqual({ status: 'success' })
  const calls = decodeBatch(witness.request.data).calls.length
  console.log(
    `${calls} calls, ${(witness.request.data.length - 2) / 2} bytes of calldata, ${simulation.gasUsed} gas, ${slotUse.accounts.length} accounts, ${slotUse.slots.length} slots, ${witness.codes.length} codes, ${witness.nodes.length} nodes, ${text.length} bytes of JSON`,
  )
  const replayed = await replayWitness(parseWitness(text), blockHash)
  expect(replayed.simulation).toEqual(simulation)
  expect(printWitness(replayed.witness) === text).toBe(true)
})
