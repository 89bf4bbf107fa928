import type { Address } from '@vaultwright/base'
import { parseUnits } from '@vaultwright/builder'
import type { Simulation } from '@vaultwright/outcome'
import type { Hex } from 'viem'
import { expect } from 'vitest'
import { assertAgreement } from '../../../support/proven/agreement.ts'
import { value } from '../../world.ts'
import type { ActionStep, BalanceExpectation, ViewExpectation } from './case.ts'
import { type EffectChain, native, topicOf } from './effect-chain.ts'
import type { VaultOnChain } from './plan.ts'
import { namesIn, tokenDecimals } from './value.ts'

/** Simulates with every engine, mines, and compares each with what the move says that it does. */
export async function assertEffect(
  vaultOnChain: VaultOnChain,
  move: ActionStep,
  data: Hex,
): Promise<void> {
  const { effectChain, vault } = vaultOnChain
  const self = move.through === undefined ? vault : `${vault}: drone`
  const manager = effectChain.of(`${vault}: manager`)
  const otherChanges = await Promise.all(
    Object.keys(move.others ?? {}).map((key) => balanceHeldBy(effectChain, key)),
  )
  const before = await Promise.all((move.probes ?? []).map((probe) => readView(effectChain, probe)))
  const watch = Object.keys(move.changes)
    .map(effectChain.of)
    .filter((token) => token !== native)
  const request = {
    from: effectChain.of('strategist'),
    to: manager,
    data,
    vault: effectChain.of(self),
    watch,
  }
  const { simulation } = await assertAgreement(effectChain, request, effectChain.agreements)
  expect(simulation.outcome, move.route).toEqual({ status: 'success' })
  await assertChanges(effectChain, move, simulation)
  const { timestamp } = await effectChain.chain.readBlock('latest')
  await value(effectChain.rpc, 'evm_setNextBlockTimestamp', Number(timestamp) + 1)
  const mined = await value(effectChain.rpc, 'eth_sendTransactionSync', {
    from: effectChain.of('strategist'),
    to: manager,
    data,
    gas: '0xf00000',
  })
  const receipt = mined as {
    readonly status: Hex
    readonly logs: readonly { readonly address: Address; readonly topics: readonly Hex[] }[]
  }
  expect(receipt.status, move.route).toBe('0x1')
  for (const { token, holder, after } of simulation.balances) {
    expect(await effectChain.balanceOf(token, holder), `${move.route}: ${token}`).toBe(after)
  }
  for (const [who, event] of move.logs ?? []) {
    const left = receipt.logs.filter(
      ({ address }) => effectChain.of(address) === effectChain.of(who),
    )
    expect(
      left.map(({ topics }) => topics[0]),
      `${who} leaves ${event}`,
    ).toContain(topicOf(event))
  }
  for (const [index, [key, change]] of Object.entries(move.others ?? {}).entries()) {
    const [token, was] = otherChanges[index]!
    const [, is] = await balanceHeldBy(effectChain, key)
    await assertWithin(effectChain, { what: `${move.route}: ${key}`, token, was, is, change })
  }
  for (const [index, probe] of (move.probes ?? []).entries()) {
    const after = await readView(effectChain, probe)
    if ('becomes' in probe) expect(after, probe.view).toEqual(namesIn(effectChain, probe.becomes))
    if (probe.change === undefined) continue
    const change = BigInt(after as bigint) - BigInt(before[index] as bigint)
    const [minimum, most] =
      typeof probe.change === 'bigint' ? [probe.change, probe.change] : probe.change
    expect(change >= minimum && change <= most, `${probe.at}.${probe.view}: ${change}`).toBe(true)
  }
}

/** Every balance that changes is one that the move names, by as much; allowances are used up. */
async function assertChanges(
  effectChain: EffectChain,
  move: ActionStep,
  simulation: Simulation,
): Promise<void> {
  const { balances, approvals } = simulation
  const nameOf = (account: Address) =>
    [...effectChain.names].find(([, address]) => address === account)?.[0] ?? account
  const changed = balances.filter(({ change }) => change !== 0n)
  const changeTexts = changed.map(({ token, change }) => `${nameOf(token)} ${change}`)
  expect(changed.map(({ token }) => nameOf(token)).sort(), `${move.route}: ${changeTexts}`).toEqual(
    Object.keys(move.changes).sort(),
  )
  for (const { token, before, after } of changed) {
    const what = `${move.route}: ${nameOf(token)}`
    await assertWithin(effectChain, {
      what,
      token,
      was: before,
      is: after,
      change: move.changes[nameOf(token)]!,
    })
  }
  const left = approvals
    .filter(({ owner, amount }) => owner === simulation.vault && amount !== 0n)
    .map(({ token, spender }) => `${nameOf(token)} for ${nameOf(spender)}`)
  expect(left.sort(), `${move.route}: allowances`).toEqual([...(move.left ?? [])].sort())
}

type ChangeComparison = {
  readonly what: string
  readonly token: Address
  readonly was: bigint
  readonly is: bigint
  readonly change: BalanceExpectation
}

async function assertWithin(
  effectChain: EffectChain,
  { what, token, was, is, change }: ChangeComparison,
): Promise<void> {
  const decimals = await tokenDecimals(effectChain, token)
  const [minimum, most] = (typeof change === 'string' ? [change, change] : change).map((text) =>
    text.startsWith('-') ? -parseUnits(text.slice(1), decimals) : parseUnits(text, decimals),
  ) as [bigint, bigint]
  const difference = is - was
  expect(difference >= minimum && difference <= most, `${what}: ${difference}, not ${change}`).toBe(
    true,
  )
}

/** `WETH of Local USD`: the token and how much there is. */
async function balanceHeldBy(
  effectChain: EffectChain,
  key: string,
): Promise<readonly [Address, bigint]> {
  const [token, holder] = key.split(' of ') as [string, string]
  return [effectChain.of(token), await effectChain.balanceOf(token, holder)]
}

async function readView(
  effectChain: EffectChain,
  { at: target, view, args = [], field }: ViewExpectation,
): Promise<unknown> {
  const answer = await effectChain.ask([
    target,
    view,
    namesIn(effectChain, args) as readonly unknown[],
  ])
  return Array.isArray(answer) && field !== undefined ? answer[field] : answer
}
