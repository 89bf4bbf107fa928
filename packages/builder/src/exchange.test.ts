import type { Address } from '@vaultwright/base'
import { buildLeafTree, decodeManage, type Leaf } from '@vaultwright/manager'
import {
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  emptyFacts,
  leafOf,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { expect, test } from 'vitest'
import { buildAction, buildActions } from './batch/build.ts'
import type { BuildContext } from './permission/permission-index.ts'
import type { Reads } from './read/contract-reader.ts'

const of = (digit: string) => `0x${digit.repeat(40)}` as Address
const [vault, manager, decoder] = [of('1'), of('2'), of('3')] as const
const [gauge, positions, pool, weth, usdc] = [of('4'), of('5'), of('6'), of('7'), of('8')] as const
const units = new Map([
  [weth, { symbol: 'WETH', decimals: 18, resetsApproval: false }],
  [usdc, { symbol: 'USDC', decimals: 6, resetsApproval: false }],
])

const balanceOf = toFunctionSelector('balanceOf(address)')
/** A chain on which every account has 5 of each token, and nothing else is known. */
const rich: Reads = async (calls) =>
  calls.map(({ data }) =>
    data.startsWith(balanceOf)
      ? { ok: true, data: encodeAbiParameters([{ type: 'uint256' }], [5n * 10n ** 18n]) }
      : { ok: false, data: '0x' },
  )

function contextOf(route: string, values: Binding, reads: Reads | null): BuildContext {
  const action = actionOf(route)!
  const actor = { self: vault, manager, decoder, drone: null }
  const [pattern] = patternsOf(action, ruleBook)
  const leaves: readonly Leaf[] = [
    leafOf(pattern!, values, actor),
    ...approvalsOf(action, values).flatMap((wanted) => approvalLeavesOf(wanted, actor)),
  ]
  return {
    tree: buildLeafTree(leaves),
    managerTree: null,
    vault,
    manager,
    chainId: 31337,
    reads,
    knownFacts: {
      ...emptyFacts,
      tokenOf: (account: Address) => units.get(account) ?? null,
      protocolsOf: () => [route.slice(0, route.indexOf('/'))],
    },
    now: 1n,
  }
}

test('default: of two positions each is approved by its number, never their sum', async () => {
  const route = 'velodrome/stake'
  const stake = (token_id: string) => ({ route, params: { position_manager: positions, token_id } })
  const context = contextOf(route, { gauge, position_manager: positions }, null)
  const built = await buildActions(context, [stake('77'), stake('78')])
  const abi = parseAbi([
    'function approve(address spender, uint256 tokenId)',
    'function deposit(uint256 tokenId)',
  ])
  const decodedCalls = decodeManage(built.calldata).map(({ target, data }) => {
    const { functionName, args } = decodeFunctionData({ abi, data })
    return [target, functionName, args]
  })
  expect(decodedCalls).toEqual([
    [positions, 'approve', [gauge, 77n]],
    [gauge, 'deposit', [77n]],
    [positions, 'approve', [gauge, 78n]],
    [gauge, 'deposit', [78n]],
  ])
})

test('behavior: what is staked in Convex counts in 18 decimals, which its reward pools do not tell', async () => {
  const route = 'convex/withdraw'
  const context = contextOf(route, { reward_pool: pool }, rich)
  const abi = parseAbi(['function withdrawAndUnwrap(uint256 amount, bool claim)'])
  const argsOf = async (params: Readonly<Record<string, string>>) => {
    const built = await buildAction(context, { route, params })
    return decodeFunctionData({ abi, data: decodeManage(built.calldata)[0]!.data }).args
  }
  expect(await argsOf({ amount: '1.5' })).toEqual([1_500_000_000_000_000_000n, true])
  expect(await argsOf({})).toEqual([5n * 10n ** 18n, true])
})

test('law: a deadline counts from the block where its time can be read, else from the given time', async () => {
  const route = 'uniswap_v3/swap'
  const context = contextOf(route, { router: pool, token_in: weth, token_out: usdc }, null)
  const abi = parseAbi([
    'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
  ])
  const params = { amount: '1', fee: '500', minimum: '1', deadline: '90' }
  const endIn = async (more: Partial<BuildContext>) => {
    const built = await buildAction({ ...context, ...more }, { route, params })
    const { data } = decodeManage(built.calldata).at(-1)!
    return decodeFunctionData({ abi, data }).args[0].deadline
  }
  expect(await endIn({})).toBe(91n)
  expect(await endIn({ readNow: async () => 5_000n })).toBe(5_090n)
  const silent = () => Promise.reject(new Error('The node is away.'))
  await expect(endIn({ readNow: silent })).rejects.toThrow('The node is away.')
})

test('error: InvalidParametersError when Balancer may pay everything for an exact purchase', async () => {
  const route = 'balancer_v2/swap'
  const binding = { vault: gauge, pool, token_in: weth, token_out: usdc }
  const pool_id = `${pool}${'0'.repeat(24)}`
  const params = { pool_id, exact_out: true, minimum: '1000' }
  await expect(
    buildAction(contextOf(route, binding, rich), { route, params }),
  ).rejects.toMatchObject({
    code: 'invalid_parameters',
    problems: [{ loc: expect.arrayContaining(['amount']), type: 'missing' }],
  })
})

test('behavior: the sentence says what calldata of a third party buys at least, a warning that it is nothing', async () => {
  const route = 'one_inch/swap_v6'
  const binding = { router: pool, executor: gauge, token_in: weth, token_out: usdc }
  const context = contextOf(route, binding, null)
  const abi = parseAbi([
    'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)',
  ])
  const builtFor = (minReturnAmount: bigint) => {
    const amount = 10n ** 18n
    const desc = {
      srcToken: weth,
      dstToken: usdc,
      srcReceiver: gauge,
      dstReceiver: vault,
      amount,
      minReturnAmount,
      flags: 0n,
    }
    const data = encodeFunctionData({ abi, args: [gauge, desc, '0x'] })
    return buildAction(context, { route, params: { amount: '1', data } })
  }
  const fair = await builtFor(2_950_000_000n)
  expect(fair.actions[0]!.description).toBe(
    'Swap 1 WETH for USDC through 1inch v6, for at least 2,950 USDC',
  )
  // Another decoder of 1inch packs the same call otherwise.
  expect(fair.warnings).toMatchObject([
    { code: 'decoder_unknown', facts: { decoders: ['OneInch'] } },
  ])
  expect(fair.warnings[0]!.message).toContain('only if the decoder is OneInch:')
  const open = await builtFor(1n)
  expect(open.warnings.map(({ code }) => code)).toEqual(['no_minimum', 'decoder_unknown'])
})
