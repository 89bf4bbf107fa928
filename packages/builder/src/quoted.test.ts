import type { Address } from '@vaultwright/base'
import { buildLeafTree, decodeManage } from '@vaultwright/manager'
import {
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  emptyFacts,
  leafOf,
  type Pattern,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import { erc20Abi, multicall3Address } from '@vaultwright/registry'
import { decodeFunctionData, encodeAbiParameters, parseAbi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { buildAction, buildActions } from './batch/build.ts'
import type { BuildContext } from './permission/permission-index.ts'
import type { BlockCall, Reads } from './read/contract-reader.ts'
import type { InvalidParametersError } from './resolve/problem.ts'

const of = (digit: string) => `0x${digit.repeat(40)}` as Address
const [vault, manager, decoder, drone] = [of('1'), of('2'), of('3'), of('4')] as const
const [token, spender, positions] = [of('5'), of('6'), of('7')] as const
const knownFacts = {
  ...emptyFacts,
  tokenOf: (account: Address) =>
    account === token || account === spender
      ? { symbol: 'TKN', decimals: 6, resetsApproval: false }
      : null,
}

function contextOf(route: string, values: Binding, reads: Reads | null): BuildContext {
  return contextFor(route, values, { reads, drone: null })
}

const [unstake] = patternsOf(actionOf('ethena/unstake')!, ruleBook) as [Pattern]

type More = { readonly reads: Reads | null; readonly drone: Address | null }

function contextFor(route: string, values: Binding, { reads, drone }: More): BuildContext {
  const action = actionOf(route)!
  const actor = { self: drone ?? vault, manager, decoder, drone }
  const patterns = patternsOf(action, ruleBook)
    .slice(0, action.sends === 'either' ? 2 : 1)
    .map((pattern) => leafOf(pattern, values, actor))
  const approvals = approvalsOf(action, values).flatMap((wanted) => approvalLeavesOf(wanted, actor))
  // A leaf of the drone that names it shows that it is one.
  const shown = drone === null ? [] : [leafOf(unstake, { staked_usde: token }, actor)]
  const tree = buildLeafTree([...patterns, ...approvals, ...shown])
  return { tree, managerTree: null, vault, manager, chainId: 1, knownFacts, reads, now: 1n }
}

/** A chain that answers some functions, each with whole numbers. */
function chainOf(answers: Readonly<Record<string, readonly bigint[]>>): Reads {
  const answerBySelector = new Map(
    Object.entries(answers).map(([signature, values]) => [toFunctionSelector(signature), values]),
  )
  return async (calls) =>
    calls.map(({ data }: BlockCall) => {
      const values = answerBySelector.get(data.slice(0, 10) as `0x${string}`)
      if (values === undefined) return { ok: false, data: '0x' } as const
      const types = values.map(() => ({ type: 'uint256' }))
      return { ok: true, data: encodeAbiParameters(types, [...values]) } as const
    })
}

test('default: of one token, the sum of the amounts is approved', async () => {
  const binding = { withdrawal_queue: spender, st_eth: token }
  const built = await buildAction(contextOf('lido/request_withdrawals', binding, null), {
    route: 'lido/request_withdrawals',
    params: { st_eth: token, amounts: ['1', '2.5'] },
  })
  const [approve, request] = decodeManage(built.calldata)
  expect(request?.target).toBe(spender)
  expect(approve?.target).toBe(token)
  expect(decodeFunctionData({ abi: erc20Abi, data: approve!.data }).args).toEqual([
    spender,
    3_500_000_000_000_000_000n,
  ])
})

const send = {
  'quoteSend((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),bool)': [70_000n, 0n],
} as const
const to = `0x${'0'.repeat(24)}${'1'.repeat(40)}` as const
const bridged = { oft: spender, destination: 30_110n, recipient: to, token } as const
const request = {
  route: 'layer_zero/send',
  params: { token, amount: '5', min_amount: '5' },
} as const

test('behavior: a fee that is not given is what the chain quotes', async () => {
  const built = await buildAction(contextOf('layer_zero/send', bridged, chainOf(send)), request)
  expect(decodeManage(built.calldata).at(-1)).toMatchObject({ target: spender, value: 70_000n })
})

test('behavior: a fee that is pulled is approved as it is quoted', async () => {
  const binding = { router: spender, destination: 5n, recipient: vault, token, fee_token: token }
  const fee = 'getFee(uint64,(bytes,bytes,(address,uint256)[],address,bytes))'
  const context = contextOf('ccip/send', binding, chainOf({ [fee]: [250_000n] }))
  const built = await buildAction(context, { route: 'ccip/send', params: { amount: '1' } })
  const [approve] = decodeManage(built.calldata).filter(({ target }) => target === token)
  const { args } = decodeFunctionData({ abi: erc20Abi, data: approve!.data })
  expect(args).toEqual([spender, 1_250_000n])
})

test('behavior: what a position says of itself need not be given', async () => {
  const route = 'uniswap_v3/decrease_liquidity'
  const word = (account: Address) => BigInt(account)
  const position = [0n, 0n, word(token), word(spender), 3000n, 0n, 0n, 900n, 0n, 0n, 0n, 0n]
  const reads = chainOf({ 'positions(uint256)': position })
  const built = await buildAction(contextOf(route, { position_manager: positions }, reads), {
    route,
    params: { token_id: '7', share_bps: '5000', minimum0: '1', minimum1: '2' },
  })
  const abi = parseAbi([
    'function decreaseLiquidity((uint256 id, uint128 liquidity, uint256 a, uint256 b, uint256 deadline) params)',
  ])
  const { args } = decodeFunctionData({ abi, data: decodeManage(built.calldata)[0]!.data })
  expect(args[0]).toMatchObject({ id: 7n, liquidity: 450n, a: 1_000_000n, b: 2_000_000n })
})

test('error: InvalidParametersError for a token that the chain contradicts: minimums would count in it', async () => {
  const route = 'uniswap_v3/decrease_liquidity'
  const position = [0n, 0n, BigInt(token), BigInt(spender), 3000n, 0n, 0n, 900n, 0n, 0n, 0n, 0n]
  const reads = chainOf({ 'positions(uint256)': position })
  const params = { token_id: '7', token0: vault, minimum0: '1', minimum1: '2' }
  const context = contextOf(route, { position_manager: positions }, reads)
  await expect(buildAction(context, { route, params })).rejects.toMatchObject({
    problems: [{ loc: expect.arrayContaining(['token0']), type: 'contradicts_chain' }],
  })
})

test('error: InvalidParametersError for what a position does not say asks for no chain that is there', async () => {
  const route = 'uniswap_v3/decrease_liquidity'
  const params = { token_id: '7', token0: token, token1: spender, minimum0: '1', minimum1: '2' }
  const saying = async (reads: Reads | null) => {
    const context = contextOf(route, { position_manager: positions }, reads)
    const refused = await buildAction(context, { route, params }).catch((error: unknown) => error)
    return (refused as InvalidParametersError).problems.map(({ loc, msg }) => [loc.at(-1), msg])
  }
  expect(await saying(chainOf({}))).toEqual([
    ['liquidity', expect.stringContaining('does not tell')],
  ])
  expect(await saying(null)).toEqual([
    ['liquidity', expect.stringContaining('give a chain to read it from')],
  ])
})

test('behavior: Arbitrum names the token that leaves it', async () => {
  const route = 'arbitrum/withdraw_token'
  const reads = chainOf({
    'calculateL2TokenAddress(address)': [BigInt(token)],
    'balanceOf(address)': [1_500_000n],
  })
  const binding = { router: spender, ethereum_token: positions, recipient: vault }
  const built = await buildAction(contextOf(route, binding, reads), { route, params: {} })
  const abi = parseAbi(['function outboundTransfer(address,address,uint256,bytes)'])
  const { args } = decodeFunctionData({ abi, data: decodeManage(built.calldata)[0]!.data })
  expect(args).toEqual([positions, vault, 1_500_000n, '0x'])
})

test('behavior: all of the native coin is what the vault has, also through a drone', async () => {
  const seenCalls: BlockCall[] = []
  const reads: Reads = async (calls) => {
    seenCalls.push(...calls.filter((call) => call.to === multicall3Address))
    return calls.map(() => ({ ok: true, data: `0x${'9'.padStart(64, '0')}` }) as const)
  }
  const context = contextFor('lido/stake', { st_eth: token }, { reads, drone })
  const built = await buildAction(context, { route: 'lido/stake', params: {} })
  expect(seenCalls.map(({ data }) => data.slice(-40))).toEqual([vault.slice(2)])
  expect(decodeManage(built.calldata)).toMatchObject([{ target: drone, value: 9n }])
})

test('error: InvalidParametersError names who holds nothing of what all is asked for', async () => {
  const reads = chainOf({ 'getEthBalance(address)': [0n] })
  const context = contextFor('lido/stake', { st_eth: token }, { reads, drone: null })
  await expect(buildAction(context, { route: 'lido/stake', params: {} })).rejects.toMatchObject({
    problems: [{ type: 'nothing_to_use', msg: expect.stringContaining(`${vault} holds no ETH.`) }],
  })
})

test('error: InvalidParametersError when a fee is not said and no chain quotes it', async () => {
  const missing = (way: string) => ({
    code: 'invalid_parameters',
    problems: [
      {
        loc: expect.arrayContaining(['native_fee']),
        type: 'missing',
        msg: expect.stringContaining(way),
      },
    ],
  })
  const silent = contextOf('layer_zero/send', bridged, chainOf({}))
  await expect(buildAction(silent, request)).rejects.toMatchObject(
    missing('the chain gives no quote'),
  )
  const offline = contextOf('layer_zero/send', bridged, null)
  await expect(buildAction(offline, request)).rejects.toMatchObject(
    missing('give a chain to read it from'),
  )
})

test('error: InvalidParametersError asks for no fee that the chain quotes, whatever else is open', async () => {
  const params = { destination: '5', ...request.params }
  const problemsWith = async (reads: Reads | null) => {
    const work = buildAction(contextOf('layer_zero/send', bridged, reads), { ...request, params })
    const { problems } = (await work.catch((error: unknown) => error)) as InvalidParametersError
    return problems.map(({ loc, type }) => `${loc.at(-1)}: ${type}`)
  }
  expect(await problemsWith(chainOf(send))).toEqual(['destination: enum'])
  expect(await problemsWith(null)).toEqual(['destination: enum', 'native_fee: missing'])
})

test('behavior: each NFT is approved by itself, never the sum of their numbers', async () => {
  const binding = { gauge: spender, position_manager: positions }
  const quotedFacts = {
    ...knownFacts,
    protocolsOf: (account: Address) => (account === spender ? ['velodrome'] : []),
    factOf: (account: Address) => (account === spender ? positions : null),
  }
  const context = { ...contextOf('velodrome/stake', binding, null), knownFacts: quotedFacts }
  const stake = (id: string) => ({
    route: 'velodrome/stake',
    params: { position_manager: positions, token_id: id },
  })
  const built = await buildActions(context, [stake('5'), stake('7')])
  const approvals = decodeManage(built.calldata).filter(({ target }) => target === positions)
  expect(approvals.map(({ data }) => decodeFunctionData({ abi: erc20Abi, data }).args)).toEqual([
    [spender, 5n],
    [spender, 7n],
  ])
})
