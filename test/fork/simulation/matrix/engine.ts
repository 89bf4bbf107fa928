import type { Hex } from '@vaultwright/base'
import { decodeBatch, selectorOf } from '@vaultwright/manager'
import { decodeRevert, type Simulation } from '@vaultwright/outcome'
import { expect } from 'vitest'
import { type Agreements, assertAgreement } from '../../../support/proven/agreement.ts'
import type { Made, MatrixCase } from './case.ts'
import type { MatrixWorld, Transaction } from './world.ts'

/** A case, what it became on the chain, and where its agreement is counted. */
export type EngineCase = {
  readonly one: MatrixCase
  readonly made: Made
  readonly agreements: Agreements
}

/** Asserts that the node, a fork and the proven engine agree, and then the chain itself. */
export async function assertEngines(
  world: MatrixWorld,
  { one: matrixCase, made: sent, agreements }: EngineCase,
): Promise<void> {
  const { from = world.of('strategist'), manager = world.manager, data } = sent
  const transaction = sent.wrapped ? await sent.wrapped(world) : { from, to: manager, data }
  const request = { ...transaction, vault: world.vault }
  const { simulation } = await assertAgreement(world, request, agreements)
  assertOutcome(matrixCase, simulation)
  if (matrixCase.refused === null) assertManaged(data, simulation)
  matrixCase.check?.(simulation, world)
  await assertMined(world, simulation, transaction)
}

/** Asserts that the simulation agrees with the chain when it is asked, and when it is sent. */
async function assertMined(
  world: MatrixWorld,
  { outcome, logs }: Simulation,
  transaction: Transaction,
): Promise<void> {
  const call = { method: 'eth_call', params: [transaction, 'latest'] }
  const [answer] = await world.chain.rpc.ask([call])
  if (outcome.status === 'success') expect(answer).toMatchObject({ ok: true })
  else expect(answer).toMatchObject({ ok: false, error: { data: outcome.revert.data } })
  const mined = await world.send(transaction)
  expect(mined.status).toBe(outcome.status === 'success' ? '0x1' : '0x0')
  const eventOf = ({
    address,
    topics,
  }: {
    readonly address: Hex
    readonly topics: readonly Hex[]
  }) => `${address.toLowerCase()} ${topics.join()}`
  expect(mined.logs.map(eventOf)).toEqual(logs.map(eventOf))
}

/** An accepted batch says at its end how many calls it made. */
function assertManaged(data: Hex, { logs }: Simulation): void {
  const last = logs.findLast(({ decoded }) => decoded?.name === 'BoringVaultManaged')
  const count = BigInt(decodeBatch(data).calls.length)
  expect(last?.decoded?.arguments).toEqual({ callsMade: count })
}

function assertOutcome({ refused }: MatrixCase, { outcome }: Simulation): void {
  if (refused === null) {
    expect(outcome).toEqual({ status: 'success' })
    return
  }
  if (outcome.status === 'success') expect.fail(`accepted instead of ${refused.error}`)
  const { error, arguments: args, path } = refused
  expect(decodeRevert(outcome.revert.data).name ?? outcome.revert).toEqual(
    outcome.revert.name ?? expect.objectContaining({ selector: selectorOf(`${error}()`) }),
  )
  if (outcome.revert.name !== null) expect(outcome.revert.name).toBe(error)
  if (args !== undefined) expect(outcome.revert).toMatchObject({ arguments: args })
  expect(outcome.failing?.path ?? null).toEqual(path)
}
