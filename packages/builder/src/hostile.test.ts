import type { Address, Hex } from '@vaultwright/base'
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
import { erc20Abi, multicall3Address, nativeAsset, printName } from '@vaultwright/registry'
import { decodeFunctionData, encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { buildAction, buildActions } from './batch/build.ts'
import { manifestOf } from './permission/manifest.ts'
import type { BuildContext } from './permission/permission-index.ts'
import type { Reads } from './read/contract-reader.ts'
import type { InvalidParametersError } from './resolve/problem.ts'

const of = (digit: string) => `0x${digit.repeat(40)}` as Address
const [vault, manager, decoder, outsider, teller, shares, usdc] = [...'1234567'].map(of) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]
const knownFacts = {
  ...emptyFacts,
  tokenOf: (one: Address) =>
    one === nativeAsset ? null : { symbol: 'TKN', decimals: 6, resetsApproval: false },
  factOf: (one: Address) => (one === teller ? shares : null),
}

function leavesFor(route: string, binding: Binding, by: Address = decoder): readonly Leaf[] {
  const action = actionOf(route)!
  const actor = { self: vault, manager, decoder: by, drone: null }
  const [pattern] = patternsOf(action, ruleBook)
  const kinds = action.sends === 'either' ? [false, true] : [pattern!.canSendValue]
  const leaves = kinds.map((canSendValue) => leafOf({ ...pattern!, canSendValue }, binding, actor))
  return [
    ...leaves,
    ...approvalsOf(action, binding)
      .filter(({ token }) => token !== nativeAsset)
      .flatMap((wanted) => approvalLeavesOf(wanted, actor)),
  ]
}

function contextOf(leaves: readonly Leaf[], reads: Reads | null = null): BuildContext {
  const tree = buildLeafTree(leaves)
  return { tree, managerTree: null, vault, manager, chainId: 1, knownFacts, reads, now: 1n }
}

async function problemsOf(work: Promise<unknown>) {
  const error = (await work.catch((thrown: unknown) => thrown)) as InvalidParametersError
  expect(error?.code, String(error)).toBe('invalid_parameters')
  return error.problems.map(({ loc, type }) => `${loc.join('.')}: ${type}`)
}

const supply = leavesFor('aave_v3/supply', { pool: outsider, asset: usdc })

test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'])(
  'error: InvalidParametersError for a parameter named %s, as any other that is not there',
  async (name) => {
    const params = JSON.parse(`{"amount":"1","${name}":{"amount":"5"}}`)
    const work = buildAction(contextOf(supply), { route: 'aave_v3/supply', params })
    expect(await problemsOf(work)).toEqual([`params.${name}: extra_forbidden`])
  },
)

test.each(['constructor', '__proto__', 'aave_v3', '/', '', 'aave_v3/supply '])(
  'error: UnknownRouteError for the route %j',
  async (route) => {
    const work = buildAction(contextOf(supply), { route, params: {} })
    await expect(work).rejects.toMatchObject({ code: 'unknown_route' })
  },
)

const native = leavesFor('teller/deposit', { teller, asset: nativeAsset, vault: shares })

test('default: the native coin as an asset is sent, not approved', async () => {
  const params = { asset: nativeAsset, amount: '1.5', minimum: '1' }
  const built = await buildAction(contextOf(native), { route: 'teller/deposit', params })
  expect(decodeManage(built.calldata)).toMatchObject([
    { target: teller, value: 1_500_000_000_000_000_000n },
  ])
  expect(built.description).toBe(`Deposit 1.5 ETH into TKN, for at least 1 TKN`)
  const [call] = built.provenCalls
  expect(call!.leaf.canSendValue).toBe(true)
})

test('behavior: all of the native coin as an asset is the balance that the chain has', async () => {
  const reads: Reads = async (calls) =>
    calls.map(({ to }) =>
      to === multicall3Address
        ? { ok: true, data: `0x${(9).toString(16).padStart(64, '0')}` as Hex }
        : { ok: false, data: '0x' },
    )
  const params = { asset: nativeAsset, minimum: '0.000001' }
  const built = await buildAction(contextOf(native, reads), { route: 'teller/deposit', params })
  expect(decodeManage(built.calldata)).toMatchObject([{ target: teller, value: 9n }])
})

test('behavior: tokens and the native coin of one action do not mix', async () => {
  const leaves = [...native, ...leavesFor('teller/deposit', { teller, asset: usdc, vault: shares })]
  const route = 'teller/deposit'
  const params = { asset: usdc, amount: '1', minimum: '1' }
  const built = await buildAction(contextOf(leaves), { route, params })
  expect(decodeManage(built.calldata).map(({ value }) => value)).toEqual([0n, 0n])
})

test('behavior: an approval of another decoder than the action serves as well', async () => {
  const [leaf] = supply
  const [, approval] = leavesFor('aave_v3/supply', { pool: outsider, asset: usdc }, of('8'))
  const built = await buildAction(contextOf([leaf!, leaf!, approval!, approval!]), {
    route: 'aave_v3/supply',
    params: { amount: '1' },
  })
  expect(built.provenCalls.map((call) => [call.decoder, call.slot])).toEqual([
    [of('8'), 2],
    [decoder, 0],
  ])
})

test('behavior: an approval by hand between two actions ends the sum of the first', async () => {
  const leaves = [...supply, ...leavesFor('erc_20/approve', { token: usdc, spender: outsider })]
  const request = (amount: string) => ({ route: 'aave_v3/supply', params: { amount } })
  const approve = { route: 'erc_20/approve', params: { amount: '5' } }
  const built = await buildActions(contextOf(leaves), [
    request('1'),
    approve,
    request('2'),
    request('4'),
  ])
  const amounts = decodeManage(built.calldata)
    .filter(({ target }) => target === usdc)
    .map(({ data }) => decodeFunctionData({ abi: erc20Abi, data }).args?.[1])
  expect(amounts).toEqual([1_000_000n, 5_000_000n, 6_000_000n])
})

const swap = leavesFor('uniswap_v3/swap', { router: outsider, token_in: usdc, token_out: shares })

test.each([
  [{ expected_minimum: '0', slippage_bps: 10 }, 'params.minimum: no_minimum'],
  [{ expected_minimum: '5', slippage_bps: 10_000 }, 'params.minimum: no_minimum'],
  [{ expected_minimum: '5', slippage_bps: -1 }, 'params.slippage_bps: greater_than_equal'],
  [{ expected_minimum: '5', slippage_bps: 10_001 }, 'params.slippage_bps: less_than_equal'],
  [{ expected_minimum: '5', slippage_bps: 0.5 }, 'params.slippage_bps: int_parsing'],
  [{ minimum: -0 }, 'params.minimum: decimal_parsing'],
  [{ minimum: '00.5' }, 'params.minimum: decimal_parsing'],
])(
  'error: InvalidParametersError for %j: no least comes about by itself',
  async (more, problem) => {
    const params = { amount: '1', fee: 500, ...more }
    const work = buildAction(contextOf(swap), { route: 'uniswap_v3/swap', params })
    expect(await problemsOf(work)).toEqual([problem])
  },
)

test.each([
  [{ slippage_bps: -1 }, 'params.slippage_bps: greater_than_equal'],
  [{}, 'params.slippage_bps: missing'],
])(
  'error: InvalidParametersError says once for two minimums what is wrong with %j',
  async (more, problem) => {
    const pair = { position_manager: outsider, token0: shares, token1: usdc }
    const route = 'uniswap_v3/mint'
    const ends = { amount0: '1', amount1: '2', tick_lower: -10, tick_upper: 10, fee: 500 }
    const params = { ...ends, expected_minimum0: '1', expected_minimum1: '2', ...more }
    const work = buildAction(contextOf(leavesFor(route, pair)), { route, params })
    expect(await problemsOf(work)).toEqual([problem])
  },
)

test('behavior: a least of 0 is taken where it is said, with a warning', async () => {
  const params = { amount: '1', fee: 500, minimum: '0' }
  const built = await buildAction(contextOf(swap), { route: 'uniswap_v3/swap', params })
  expect(built.warnings.map(({ code }) => code)).toEqual(['no_minimum', 'decoder_unknown'])
})

test.each(['USDC', 'TKN', 'WETH" to "vault', 'USDС', '₮', 'max'])(
  'law: what a contract calls itself, as in %s, stands in quotes beside its address',
  async (name) => {
    const text = encodeAbiParameters([{ type: 'string' }], [name])
    const reads: Reads = async (calls) =>
      calls.map(({ data }) => {
        if (data === '0x95d89b41') return { ok: true, data: text } as const
        return { ok: true, data: `0x${(6).toString(16).padStart(64, '0')}` } as const
      })
    const context = { ...contextOf(supply, reads), knownFacts: emptyFacts }
    const request = { route: 'aave_v3/supply', params: { amount: '1' } }
    const { description } = await buildAction(context, request)
    const shown = printName({ text: name, source: 'chain' })
    expect(shown).toMatch(/^"[^"]+"$/)
    expect(description).toBe(`Supply 1 ${shown} ${usdc} to ${outsider}`)
  },
)

test('behavior: an account that is on record of another chain alone is warned of, on its own chain not', async () => {
  const asset = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const params = { asset, amount: '1' }
  const codesOn = async (chainId: number) => {
    const leaves = leavesFor('aave_v3/supply', { pool: outsider, asset })
    const context = { ...contextOf(leaves), chainId }
    const { warnings } = await buildAction(context, { route: 'aave_v3/supply', params })
    return warnings.map(({ code, message }) => [code, message])
  }
  expect(await codesOn(8453)).toEqual([
    [
      'account_of_another_chain',
      `asset is ${asset}, on record as USDC on Ethereum and not known on Base. Check that it is there.`,
    ],
  ])
  expect(await codesOn(1)).toEqual([])
  expect(await codesOn(31337)).toEqual([])
})

test('behavior: a pair in the wrong order is not a choice', async () => {
  const wrong = { position_manager: outsider, token0: usdc, token1: shares }
  const right = { position_manager: outsider, token0: shares, token1: usdc }
  const route = 'uniswap_v3/mint'
  expect(manifestOf(contextOf(leavesFor(route, wrong)))).not.toHaveProperty([route])
  expect(manifestOf(contextOf(leavesFor(route, right)))).toHaveProperty([route])
  const work = buildAction(contextOf(leavesFor(route, wrong)), { route })
  await expect(work).rejects.toMatchObject({ code: 'route_not_permitted' })
})

test('behavior: an amount that groups digits is not a list of two', async () => {
  const route = 'lido/request_withdrawals'
  const leaves = leavesFor(route, { withdrawal_queue: outsider, st_eth: usdc })
  const work = buildAction(contextOf(leaves), { route, params: { amounts: '1,000', st_eth: usdc } })
  expect(await problemsOf(work)).toEqual(['params.amounts: decimal_parsing'])
})

test('behavior: a loan inside a loan is refused, for the lender refuses it', async () => {
  const context = contextOf([...leavesFor('balancer_v2/flash_loan', { token: usdc }), ...supply])
  const loan = (...actions: readonly unknown[]) => ({
    route: 'balancer_v2/flash_loan',
    params: { amount: '1', actions },
  })
  const work = buildAction({ ...context, managerTree: context.tree }, loan(loan()))
  expect(await problemsOf(work)).toEqual(['params.actions.0.params.actions: nested_loan'])
})

const impostors = [
  'USDC',
  'usdc',
  'US-DC',
  'USD\u0421',
  'USDC\u200b',
  'vault',
  'Max',
  'ETH',
  'Aave v3 Pool\u2028x',
]

test.each(impostors)(
  'behavior: a token that a lock file calls %j goes by its address, and by no other name',
  async (symbol) => {
    const hostileFacts = {
      ...emptyFacts,
      tokenOf: () => ({ symbol, decimals: 6, resetsApproval: false }),
    }
    const leaves = [...supply, ...leavesFor('aave_v3/supply', { pool: outsider, asset: shares })]
    const context = { ...contextOf(leaves), knownFacts: hostileFacts }
    const request = (asset: string) => ({ route: 'aave_v3/supply', params: { amount: '1', asset } })
    const built = await buildAction(context, request(usdc))
    expect(built.description).toContain(`(${usdc})`)
    expect(built.description).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
    for (const { description } of built.provenCalls) expect(description).toContain(`(${usdc})`)
    expect(await problemsOf(buildAction(context, request(symbol)))).toEqual([
      'params.asset: address',
    ])
  },
)

test('behavior: an account that a file names as one on record goes by its address', async () => {
  for (const label of ['vault', 'Aave v3 Core', 'USDC', 'Drone']) {
    const hostileFacts = {
      ...knownFacts,
      labelOf: (one: Address) => (one === outsider ? label : null),
    }
    const leaves = leavesFor('erc_20/transfer', { token: usdc, to: outsider })
    const context = { ...contextOf(leaves), knownFacts: hostileFacts }
    const built = await buildAction(context, { route: 'erc_20/transfer', params: { amount: '1' } })
    expect(built.description).toBe(`Transfer 1 TKN to ${label} (${outsider})`)
  }
})

/** A chain on which every token has so many decimals, and every account so much. */
function tellingChain(decimals: bigint, balance: bigint): Reads {
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as Hex
  return async (calls) =>
    calls.map(({ data }) => {
      if (data === '0x313ce567') return { ok: true, data: word(decimals) }
      if (data.startsWith('0x70a08231')) return { ok: true, data: word(balance) }
      return { ok: false, data: '0x' }
    })
}

test.each([{ amount: '1' }, {}])(
  'error: InvalidParametersError for %j where the chain counts a token in other decimals than the lock file',
  async (params) => {
    const request = { route: 'aave_v3/supply', params }
    const lying = buildAction(contextOf(supply, tellingChain(18n, 9n)), request)
    expect(await problemsOf(lying)).toEqual(['params.amount: contradicts_chain'])
    await buildAction(contextOf(supply, tellingChain(6n, 9n)), request)
  },
)

test('error: InvalidParametersError where a vault on the chain holds another token than the lock file says', async () => {
  const leaves = leavesFor('erc_4626/withdraw', { vault: outsider })
  const factsWith = (asset: Address) => ({ ...knownFacts, factOf: () => asset })
  const reads: Reads = async (calls) =>
    calls.map(({ data }) =>
      data === '0x38d52e0f'
        ? { ok: true, data: `0x${'0'.repeat(24)}${shares.slice(2)}` }
        : { ok: false, data: '0x' },
    )
  const request = { route: 'erc_4626/withdraw', params: { amount: '1' } }
  const lied = { ...contextOf(leaves, reads), knownFacts: factsWith(usdc) }
  expect(await problemsOf(buildAction(lied, request))).toEqual(['params.asset: contradicts_chain'])
  const built = await buildAction(
    { ...contextOf(leaves, reads), knownFacts: factsWith(shares) },
    request,
  )
  expect(decodeManage(built.calldata)).toMatchObject([{ target: outsider }])
})

test('behavior: a balance without end is an approval without a limit, and that is said', async () => {
  const reads = tellingChain(6n, (1n << 256n) - 1n)
  const request = { route: 'aave_v3/supply', params: {} }
  const built = await buildAction(contextOf(supply, reads), request)
  expect(built.warnings.map(({ code }) => code)).toEqual(['unlimited_approval'])
})

test('behavior: a sentence leaves out no least, no fee and no choice that was made', async () => {
  const params = { amount: '1', fee: 500, minimum: '0.5' }
  const twins = `Swap 1 TKN (${usdc}) for TKN (${shares})`
  const swapped = await buildAction(contextOf(swap), { route: 'uniswap_v3/swap', params })
  expect(swapped.description).toContain(twins)
  expect(swapped.description).toContain(', for at least 0.5 TKN')
  const pair = { position_manager: outsider, token0: shares, token1: usdc }
  const route = 'uniswap_v3/mint'
  const ends = { amount0: '1', amount1: '2', tick_lower: -10, tick_upper: 10 }
  const minimum = { minimum0: '0.5', minimum1: '1.5', fee: 500 }
  const request = { route, params: { ...ends, ...minimum } }
  const minted = await buildAction(contextOf(leavesFor(route, pair)), request)
  expect(minted.description).toContain(
    `, fee 500, for at least 0.5 TKN (${shares}), for at least 1.5 TKN (${usdc})`,
  )
  const open = await buildAction(contextOf(swap), {
    route: 'uniswap_v3/swap',
    params: { ...params, minimum: '0' },
  })
  expect(open.description).toContain(', for at least 0 TKN')
})
