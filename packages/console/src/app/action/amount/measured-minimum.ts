import { minimumOf, printUnits } from '@vaultwright/base'
import { calldataOf } from '@vaultwright/client'
import type { TokenTransfer } from '@vaultwright/wire'
import { sessionClient } from '../../session/session-client.ts'
import {
  type ActionField,
  type ActionInput,
  expectedName,
  fieldsOf,
  slippageName,
  withText,
} from '../input/field.ts'
import { paramsOf } from '../input/form-check.ts'
import type { ActionPlace } from '../input/plan.ts'

/** The output of a simulated action, and the minimum that follows. */
export type MeasuredMinimum = {
  /** Display units, with every digit. */
  readonly output: string
  readonly minimum: string
  readonly slippageBps: bigint
  /** The values that it was measured with. */
  readonly values: string
}

/** The values of a form that decide what comes out. */
export function valuesOf(fields: readonly ActionField[], input: ActionInput, name: string): string {
  const names = [name, expectedName(name), slippageName]
  return JSON.stringify(
    Object.entries(paramsOf(fields, input)).filter(([each]) => !names.includes(each)),
  )
}

/**
 * Runs an action alone, without a minimum, and takes the slippage from what the vault received.
 *
 * @param token - the token that the minimum counts in.
 * @param slippageBps - basis points, 0 to 10000.
 * @throws {RangeError} when it would fail, or does not bring the vault this token.
 */
export async function measureMinimum(
  { place, route }: { readonly place: ActionPlace; readonly route: string },
  { field, input, token }: MinimumRequest,
  slippageBps: bigint,
): Promise<MeasuredMinimum> {
  const fields = fieldsOf(place.manifest[route]!)
  const bare = [expectedName(field.name), slippageName].reduce(
    (partial, name) => withText(partial, name, ''),
    withText(input, field.name, '0'),
  )
  const { chain, vault, strategist } = place
  const answer = calldataOf(
    await sessionClient().executeMultiple({
      chain,
      vault_address: vault,
      strategist_address: strategist,
      actions: [{ route, params: { ...paramsOf(fields, bare) } }],
      verbose: true,
    }),
  )
  if (answer.simulation_status !== true)
    throw new RangeError(`Alone it would fail: ${answer.simulation_status ?? 'no simulation ran'}.`)
  const { decimalsOf } = await import('../verify/check.ts')
  const transfers = (answer.token_transfers ?? []).filter(
    ({ token_address }) => token_address.toLowerCase() === token.address.toLowerCase(),
  )
  return {
    ...minimumFrom(transfers, { decimalsOf, slippageBps, symbol: token.symbol }),
    slippageBps,
    values: valuesOf(fields, input, field.name),
  }
}

type MinimumRequest = {
  readonly field: ActionField
  readonly input: ActionInput
  readonly token: { readonly symbol: string; readonly address: string }
}

type OutputRules = {
  /** The decimals by which base units print as an amount; null where none does. */
  readonly decimalsOf: (amount: string, raw: string) => number | null
  readonly slippageBps: bigint
  readonly symbol: string
}

/**
 * Takes the slippage from what the vault received of a token, net, exact in base units.
 *
 * @param transfers - of this token alone.
 * @throws {RangeError} when the vault does not receive it, or its decimals are not known.
 */
export function minimumFrom(
  transfers: readonly TokenTransfer[],
  { decimalsOf, slippageBps, symbol }: OutputRules,
): Pick<MeasuredMinimum, 'output' | 'minimum'> {
  const output = transfers.reduce(
    (sum, { direction, raw_amount }) =>
      direction === 'in' ? sum + BigInt(raw_amount) : sum - BigInt(raw_amount),
    0n,
  )
  if (output <= 0n)
    throw new RangeError(`The vault received no ${symbol} when it ran. Give the minimum yourself.`)
  const decimals = transfers
    .map(({ amount, raw_amount }) => (amount === null ? null : decimalsOf(amount, raw_amount)))
    .find((each) => each !== null)
  if (decimals == null)
    throw new RangeError(`The decimals of ${symbol} are not known. Give the minimum yourself.`)
  return {
    output: printUnits(output, decimals),
    minimum: printUnits(minimumOf(output, slippageBps), decimals),
  }
}
