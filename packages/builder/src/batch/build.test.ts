import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, zeroAddress } from '@vaultwright/base'
import {
  buildLeafTree,
  decodeFlashLoan,
  decodeManage,
  droneTargetOf,
  type Leaf,
  verifyCalldata,
} from '@vaultwright/manager'
import {
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  emptyFacts,
  encodeAction,
  leafOf,
  patternsOf,
  permit2Address,
  ruleBook,
} from '@vaultwright/protocols'
import { erc20Abi } from '@vaultwright/registry'
import { decodeFunctionData, encodeAbiParameters, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import type { BuildContext } from '../permission/permission-index.ts'
import type { BlockCall, Reads } from '../read/contract-reader.ts'
import type { InvalidParametersError } from '../resolve/problem.ts'
import { buildAction, buildActions } from './build.ts'

const of = (digit: string) => `0x${digit.repeat(40)}` as Address
const [vault, manager, decoder, drone] = [of('1'), of('2'), of('3'), of('4')] as const
const [usdc, usdt, pool, router] = [of('5'), of('6'), of('7'), of('8')] as const
const now = 1_700_000_000n
const knownFacts = {
  ...emptyFacts,
  tokenOf: (account: Address) =>
    account === usdc || account === usdt
      ? {
          symbol: account === usdc ? 'USDC' : 'USDT',
          decimals: 6,
          resetsApproval: account === usdt,
        }
      : null,
  labelOf: (account: Address) => (account === pool ? 'Aave v3 Core' : null),
}

function leavesFor(route: string, values: Binding, from: Address | null = null): readonly Leaf[] {
  const action = actionOf(route)!
  const actor = { self: from ?? vault, manager, decoder, drone: from }
  const patterns = patternsOf(action, ruleBook).slice(0, action.sends === 'either' ? 2 : 1)
  const approvals = approvalsOf(action, values).flatMap((wanted) => approvalLeavesOf(wanted, actor))
  return [...patterns.map((pattern) => leafOf(pattern, values, actor)), ...approvals]
}

function contextOf(leaves: readonly Leaf[], more: Partial<BuildContext> = {}): BuildContext {
  const tree = buildLeafTree(leaves)
  return {
    tree,
    managerTree: null,
    vault,
    manager,
    chainId: 31337,
    knownFacts,
    reads: null,
    now,
    ...more,
  }
}

const lending = [
  ...leavesFor('aave_v3/supply', { pool, asset: usdc }),
  ...leavesFor('aave_v3/supply', { pool, asset: usdt }),
  ...leavesFor('aave_v3/withdraw', { pool, asset: usdc }),
  ...leavesFor('aave_v3/repay', { pool, asset: usdc }),
]
const approve = (data: `0x${string}`) => decodeFunctionData({ abi: erc20Abi, data })

/** A chain that answers by selector, and remembers how often it was asked. */
function chainOf(
  answers: Readonly<Record<string, bigint>>,
): Reads & { readonly asked: BlockCall[][] } {
  const requests: BlockCall[][] = []
  const reads: Reads = async (calls) => {
    requests.push([...calls])
    return calls.map(({ data }) => {
      const value = answers[data.slice(0, 10)]
      if (value === undefined) return { ok: false, data: '0x' } as const
      return { ok: true, data: encodeAbiParameters([{ type: 'uint256' }], [value]) } as const
    })
  }
  return Object.assign(reads, { asked: requests })
}
const [balanceOf, allowance] = ['0x70a08231', '0xdd62ed3e'] as const

async function problemsOf(work: Promise<unknown>) {
  const error = (await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )) as InvalidParametersError
  expect(error?.code).toBe('invalid_parameters')
  return error.problems.map(({ loc, type }) => `${loc.join('.')}: ${type}`)
}

test('default: an exact approval and the call, each with its leaf', async () => {
  const context = contextOf(lending)
  const built = await buildAction(context, {
    route: 'aave_v3/supply',
    params: { asset: 'usdc', amount: '1000.5' },
  })
  expect(built).toMatchObject({
    target: manager,
    description: 'Supply 1,000.5 USDC to Aave v3 Core',
  })
  const [first, second] = decodeManage(built.calldata)
  expect(approve(first!.data).args).toEqual([pool, 1_000_500_000n])
  expect(second).toMatchObject({ target: pool, value: 0n })
  expect(verifyCalldata(built.calldata, { tree: context.tree, rules: ruleBook }).verdict).toBe(
    'proven',
  )
})

test('default: the local chain supplies as its hand-written calls do', async () => {
  const root = join(import.meta.dirname, '../../../..')
  const text = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { metadata, leafs } = text('fixtures/chain/trees/local-eth-main-3.json')
  const leaves = leafs.map((leaf: Record<string, unknown>) => ({
    decoder: leaf.DecoderAndSanitizerAddress,
    target: leaf.TargetAddress,
    canSendValue: leaf.CanSendValue,
    signature: leaf.FunctionSignature,
    selector: leaf.FunctionSelector,
    arguments: leaf.AddressArguments,
    description: '',
  }))
  const expected = text('fixtures/calls/local-eth-supply.json')
  const weth = expected[0].target
  const tokenOf = () => ({ symbol: 'WETH', decimals: 18, resetsApproval: false })
  const context = contextOf(leaves, {
    vault: metadata.BoringVaultAddress,
    manager: metadata.ManagerAddress,
    knownFacts: { ...emptyFacts, tokenOf },
  })
  const built = await buildAction(context, {
    route: 'aave_v3/supply',
    params: { asset: weth.toLowerCase(), amount: 25 },
  })
  expect(built.root).toBe(metadata.ManageRoot)
  expect(
    built.provenCalls.map(({ target, data, value }) => ({ target, data, value: String(value) })),
  ).toEqual(expected)
})

test('behavior: a batch has one calldata, merged approvals and a fixed description', async () => {
  const context = contextOf(lending)
  const supply = (amount: string) => ({ route: 'aave_v3/supply', params: { asset: usdc, amount } })
  const built = await buildActions(context, [supply('1'), supply('2')])
  expect(built.description).toBe('Multiple actions execution')
  expect(built.actions.map(({ calls }) => calls.length)).toEqual([2, 1])
  expect(approve(decodeManage(built.calldata)[0]!.data).args).toEqual([pool, 3_000_000n])
})

test('behavior: an unknown allowance of a token that demands it is reset first', async () => {
  const built = await buildAction(contextOf(lending), {
    route: 'aave_v3/supply',
    params: { asset: 'USDT', amount: '1' },
  })
  const calls = decodeManage(built.calldata)
  expect(calls.slice(0, 2).map(({ data }) => approve(data).args[1])).toEqual([0n, 1_000_000n])
})

test('behavior: what is left out is all that there is, and enough allowance needs no approval', async () => {
  const reads = chainOf({ [balanceOf]: 7_000_000n, [allowance]: 9_000_000n })
  const built = await buildAction(contextOf(lending, { reads }), {
    route: 'aave_v3/supply',
    params: { asset: 'USDC' },
  })
  expect(built.description).toBe('Supply 7 USDC to Aave v3 Core')
  expect(built.provenCalls).toHaveLength(1)
  expect(reads.asked.flat()).toHaveLength(3)
})

test('behavior: questions of one moment travel together, and none twice', async () => {
  const reads = chainOf({ [balanceOf]: 7_000_000n, [allowance]: 0n })
  const request = { route: 'aave_v3/supply', params: { asset: 'USDC' } }
  const built = await buildActions(contextOf(lending, { reads }), [request, request])
  expect(reads.asked.map((calls) => calls.length)).toEqual([2, 1])
  expect(built.warnings.map(({ code }) => code)).toEqual(['balance_before_batch'])
})

test('behavior: max is approved as the balance where it is known, else without a limit and with a warning', async () => {
  const request = { route: 'aave_v3/repay', params: { amount: 'max' } }
  const blind = await buildAction(contextOf(lending), request)
  expect(blind.warnings.map(({ code }) => code)).toEqual(['unlimited_approval'])
  const reads = chainOf({ [balanceOf]: 5n, [allowance]: 0n })
  const built = await buildAction(contextOf(lending, { reads }), request)
  expect(approve(built.provenCalls[0]!.data).args).toEqual([pool, 5n])
  expect(built.warnings).toEqual([])
})

test('behavior: a drone acts for itself, with the suffix behind its calls', async () => {
  const leaves = [...lending, ...leavesFor('aave_v3/supply', { pool, asset: usdc }, drone)]
  const params = { asset: 'USDC', amount: '1' }
  const context = contextOf(leaves)
  const direct = await buildAction(context, { route: 'aave_v3/supply', params })
  expect(direct.provenCalls.map(({ target }) => target)).toEqual([usdc, pool])
  const built = await buildAction(context, {
    route: 'aave_v3/supply',
    params: { ...params, account: 'drone' },
  })
  const calls = decodeManage(built.calldata)
  expect(calls.map(({ target }) => target)).toEqual([drone, drone])
  expect(calls.map(({ data }) => droneTargetOf(data))).toEqual([usdc, pool])
  expect(calls[1]!.data).toContain(drone.slice(2))
  expect(verifyCalldata(built.calldata, { tree: context.tree, rules: ruleBook }).verdict).toBe(
    'proven',
  )
})

test('behavior: a drone that is called drone goes by that name, another account does not', async () => {
  const leaves = [drone, of('9')].flatMap((to) => leavesFor('erc_20/transfer', { token: usdc, to }))
  const named = (account: Address) => ({
    ...knownFacts,
    labelOf: (asked: Address) => (asked === account ? 'drone' : null),
  })
  const request = { route: 'erc_20/transfer', params: { to: 'drone', amount: '1' } }
  const more = { knownFacts: named(drone), drones: [drone] }
  const built = await buildAction(contextOf(leaves, more), request)
  expect(decodeManage(built.calldata)[0]!.data).toContain(drone.slice(2))
  const borrowed = contextOf(leaves, { knownFacts: named(of('9')), drones: [drone] })
  await expect(buildAction(borrowed, request)).rejects.toMatchObject({ code: 'invalid_parameters' })
})

test('behavior: a flash loan runs its actions under the own root of the Manager', async () => {
  const outer = contextOf([...leavesFor('balancer_v2/flash_loan', { token: usdc })])
  const managerTree = buildLeafTree(lending)
  const actions = [{ route: 'aave_v3/supply', params: { asset: 'USDC', amount: '2' } }]
  const request = { route: 'balancer_v2/flash_loan', params: { amount: '2', actions } }
  const built = await buildAction({ ...outer, managerTree }, request)
  expect(built.actions[0]!.inside[0]!.calls).toHaveLength(2)
  expect(decodeFlashLoan(built.provenCalls[0]!.data)).toMatchObject({
    recipient: manager,
    tokens: [usdc],
    amounts: [2_000_000n],
  })
  const options = { tree: outer.tree, managerTree, rules: ruleBook, manager }
  expect(verifyCalldata(built.calldata, options)).toMatchObject({ verdict: 'proven' })
  await expect(buildAction(outer, request)).rejects.toMatchObject({ code: 'manager_tree_missing' })
  const bad = {
    route: request.route,
    params: {
      amount: '2',
      actions: [{ route: 'aave_v3/supply', params: { asset: 'USDC', amount: 'x' } }],
    },
  }
  expect(await problemsOf(buildAction({ ...outer, managerTree }, bad))).toEqual([
    'params.actions.0.params.amount: decimal_parsing',
  ])
})

test('behavior: deadlines count from the clock, minimums come from what is expected', async () => {
  const leaves = leavesFor('uniswap_v3/swap', { router, token_in: usdc, token_out: usdt })
  const params = {
    amount: '100',
    fee: 500,
    expected_minimum: '100',
    slippage_bps: 50,
    deadline: 60,
  }
  const built = await buildAction(contextOf(leaves), { route: 'uniswap_v3/swap', params })
  const abi = parseAbi([
    'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
  ])
  const { args } = decodeFunctionData({ abi, data: built.provenCalls.at(-1)!.data })
  expect(args[0]).toMatchObject({
    deadline: now + 60n,
    amountIn: 100_000_000n,
    amountOutMinimum: 99_500_000n,
  })
  const { expected_minimum: _, ...without } = params
  expect(
    await problemsOf(buildAction(contextOf(leaves), { route: 'uniswap_v3/swap', params: without })),
  ).toEqual(['params.minimum: missing'])
})

test('behavior: calldata of a third party must be what the leaf permits, and say what was given', async () => {
  const route = 'one_inch/swap_v5'
  const executor = of('9')
  const bound = { router, executor, token_in: usdc, token_out: usdt }
  const context = contextOf([
    ...leavesFor(route, bound),
    ...leavesFor(route, { ...bound, token_in: usdt, token_out: usdc }),
  ])
  const action = actionOf(route)!
  const dataOf = (values: Binding) =>
    encodeAction(action, { ...values, amount: 5_000_000n, data: '0x', self: vault, manager })
  const built = await buildAction(context, { route, params: { amount: '5', data: dataOf(bound) } })
  expect(built.provenCalls.at(-1)!.data).toBe(dataOf(bound))
  expect(built.actions[0]!.values).toMatchObject({ token_in: usdc, token_out: usdt })
  const wrong = { amount: '5', token_in: 'USDT', data: dataOf(bound) }
  expect(await problemsOf(buildAction(context, { route, params: wrong }))).toContain(
    'params.token_in: calldata_differs',
  )
  const foreign = { amount: '5', data: dataOf({ ...bound, token_out: of('a') }) }
  expect(await problemsOf(buildAction(context, { route, params: foreign }))).toEqual([
    'params.data: calldata_not_permitted',
  ])
  const input = { amount: '5', data: '0x12345678' }
  expect(await problemsOf(buildAction(context, { route, params: input }))).toContain(
    'params.data: selector',
  )
  const odd = await buildAction(context, {
    route,
    params: { amount: '6.123457', data: dataOf(bound) },
  })
  expect(odd.warnings.map(({ code }) => code)).toEqual([
    'amount_not_in_calldata',
    'no_minimum',
    'decoder_unknown',
  ])
})

test.each([
  ['curve/exchange', { pool, coins: [usdc, usdt] }, {}],
  ['balancer_v3/swap', { router, pool, tokens: [usdc, usdt] }, { value: '0' }],
] as const)('refuses: %s of a token for itself, at the field', async (route, binding, more) => {
  const values = { ...binding, token_in: usdc, token_out: usdt }
  const context = contextOf(leavesFor(route, values))
  const params = { ...binding, ...more, token_in: usdc, amount: '1', minimum: '1' }
  const build = (token_out: Address) =>
    buildAction(context, { route, params: { ...params, token_out } })
  expect((await build(usdt)).provenCalls.length).toBeGreaterThan(1)
  const problem = { loc: ['params', 'token_out'], type: 'same_token', input: usdc }
  await expect(build(usdc)).rejects.toMatchObject({
    code: 'invalid_parameters',
    problems: [expect.objectContaining(problem)],
  })
})

test('behavior: Permit2 is approved, and its own allowance is for this block alone', async () => {
  const route = 'balancer_v3/swap'
  const action = actionOf(route)!
  expect(action.approvals[0]).toMatchObject({ through: 'permit2' })
  const values = { router, pool, tokens: [usdc, usdt], token_in: usdc, token_out: usdt }
  const leaves = leavesFor(route, values)
  const params = { tokens: [usdc, usdt], token_out: usdt, amount: '1', minimum: '1', value: '0' }
  const built = await buildAction(contextOf(leaves), { route, params })
  const [first, second] = built.provenCalls
  expect(approve(first!.data).args).toEqual([permit2Address, 1_000_000n])
  const abi = parseAbi([
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  ])
  expect(decodeFunctionData({ abi, data: second!.data }).args).toEqual([
    usdc,
    router,
    1_000_000n,
    0,
  ])
})

test('behavior: what is taken back at Permit2 between two actions is approved anew', async () => {
  const route = 'balancer_v3/swap'
  const values = { router, pool, tokens: [usdc, usdt], token_in: usdc, token_out: usdt }
  const leaves = [
    ...leavesFor(route, values),
    ...leavesFor('permit2/lockdown', { permit2: permit2Address, token: usdc, spender: router }),
  ]
  const params = { tokens: [usdc, usdt], token_out: usdt, amount: '1', minimum: '1', value: '0' }
  const wishes = [{ route, params }, { route: 'permit2/lockdown' }, { route, params }]
  const built = await buildActions(contextOf(leaves), wishes)
  const names = built.actions.map(({ calls }) =>
    calls.map(({ leaf }) => leaf.signature.split('(')[0]),
  )
  expect(names.map((calls) => calls.slice(0, -1))).toEqual([
    ['approve', 'approve'],
    [],
    ['approve'],
  ])
  const abi = parseAbi([
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  ])
  const { data } = built.actions[2]!.calls[0]!
  expect(decodeFunctionData({ abi, data }).args).toEqual([usdc, router, 1_000_000n, 0])
})

test('error: InvalidParametersError names every problem at once, with its place', async () => {
  const context = contextOf(lending)
  const requests = [
    { route: 'aave_v3/supply', params: { asset: 'DAI', amount: '1.1234567', referral: 3 } },
    { route: 'aave_v3/withdraw', params: {} },
    { route: 'aave_v3/supply', params: { asset: 'USDC', amount: 1e21 } },
    { route: 'aave_v3/supply', params: { asset: 'USDC', amount: '1.1234567' } },
    { route: 'aave_v3/supply', params: { asset: 'USDC', amount: 'max' } },
    { route: 'aave_v3/supply', params: { asset: 'USDC' } },
    { route: 'aave_v3/withdraw', params: { asset: 'DAI', amount: '9'.repeat(78) } },
  ]
  expect(await problemsOf(buildActions(context, requests))).toEqual([
    'actions.0.params.referral: extra_forbidden',
    'actions.0.params.asset: address',
    'actions.1.params.amount: missing',
    'actions.2.params.amount: decimal_parsing',
    'actions.3.params.amount: decimal_max_places',
    'actions.4.params.amount: decimal_parsing',
    'actions.5.params.amount: missing',
    'actions.6.params.asset: address',
    'actions.6.params.amount: decimal_parsing',
  ])
})

test('error: InvalidParametersError tells who means all of it how to say so', async () => {
  const context = contextOf(lending)
  const toldOf = async (route: string, amount: string): Promise<string> => {
    const request = { route, params: { asset: 'USDC', amount } }
    const error = await buildAction(context, request).catch(
      (thrown: InvalidParametersError) => thrown,
    )
    return 'shortMessage' in error ? error.shortMessage : ''
  }
  expect(await toldOf('aave_v3/supply', 'all')).toMatch(
    /^A parameter is not as the action needs it\..* Leave it out for all that there is\.$/s,
  )
  expect(await toldOf('aave_v3/supply', 'max')).toMatch(/no max.* Leave it out for all/)
  expect(await toldOf('aave_v3/withdraw', 'all')).toMatch(/ All of it is max\.$/)
  expect(await toldOf('aave_v3/withdraw', 'max')).toBe('')
})

test('error: InvalidParametersError where several permissions fit, for nothing is guessed', async () => {
  const request = { route: 'aave_v3/supply', params: { amount: '1' } }
  expect(await problemsOf(buildAction(contextOf(lending), request))).toEqual([
    'params.asset: missing',
  ])
})

test('error: InvalidParametersError for what does not go together names the missing leaf and the nearest', async () => {
  const second = of('b')
  const leaves = [
    ...leavesFor('aave_v3/withdraw', { pool, asset: usdc }),
    ...leavesFor('aave_v3/withdraw', { pool: second, asset: usdt }),
  ]
  const request = { route: 'aave_v3/withdraw', params: { pool, asset: usdt, amount: '1' } }
  const error = await buildAction(contextOf(leaves), request).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'invalid_parameters',
    problems: [
      {
        type: 'combination',
        ctx: { missing: { target: pool, arguments: [usdt, vault] }, nearest: { slot: 0 } },
      },
    ],
  })
})

test('error: InvalidParametersError names the leaf that a choice lacks, be it an approval', async () => {
  const supply = (asset: Address) => leavesFor('aave_v3/supply', { pool, asset })
  const request = { route: 'aave_v3/supply', params: { asset: usdt, amount: '1' } }
  const refused = async (leaves: readonly Leaf[]) => {
    const error = await buildAction(contextOf(leaves), request).catch((thrown) => thrown)
    return (error as InvalidParametersError).message
  }
  expect(await refused(supply(usdc))).toMatch(
    /USDT .* is not permitted\..* Add this leaf: supply\(.* Nearest is slot 0: argument 1 is/,
  )
  expect(await refused([...supply(usdc), supply(usdt)[0]!])).toMatch(
    /USDT .* is not permitted\..* Add this leaf: approve\(address,uint256\) of 0x6666/,
  )
})

test('error: RouteNotPermittedError names the approval that the tree lacks', async () => {
  const [leaf] = leavesFor('aave_v3/supply', { pool, asset: usdc })
  const request = { route: 'aave_v3/supply', params: { amount: '1' } }
  await expect(buildAction(contextOf([leaf!]), request)).rejects.toMatchObject({
    code: 'route_not_permitted',
    facts: { missing: { target: usdc, signature: 'approve(address,uint256)', arguments: [pool] } },
  })
  await expect(buildAction(contextOf(lending), { route: 'aave_v3/borrow' })).rejects.toMatchObject({
    code: 'route_not_permitted',
  })
  await expect(buildAction(contextOf(lending), { route: 'aave_v3/nothing' })).rejects.toMatchObject(
    { code: 'unknown_route' },
  )
  await expect(buildActions(contextOf(lending), [])).rejects.toMatchObject({ code: 'no_actions' })
})

test('error: LeafMissingError when the tree has the other kind of call alone', async () => {
  const action = actionOf('balancer_v3/swap')!
  expect(action.sends).toBe('either')
  const values = { router, pool, tokens: [usdc, usdt], token_in: usdc, token_out: usdt }
  const [plain, , ...approvals] = leavesFor(action.route, values)
  const params = { tokens: [usdc, usdt], token_out: usdt, amount: '1', minimum: '1', value: '0.5' }
  const work = buildAction(contextOf([plain!, ...approvals]), { route: action.route, params })
  await expect(work).rejects.toMatchObject({
    code: 'leaf_missing',
    facts: { missing: { canSendValue: true }, nearest: { slot: 0 } },
  })
})

test('error: UnreadableAnswerError when a token answers with something else', async () => {
  const reads: Reads = async (calls) => calls.map(() => ({ ok: true, data: '0x1234' }))
  const request = { route: 'aave_v3/supply', params: { asset: 'USDC' } }
  await expect(buildAction(contextOf(lending, { reads }), request)).rejects.toMatchObject({
    code: 'unreadable_answer',
  })
  const short: Reads = async () => []
  await expect(buildAction(contextOf(lending, { reads: short }), request)).rejects.toMatchObject({
    code: 'missing_answer',
  })
})

test('golden: native coin that a protocol names by the zero address is counted with 18 decimals', async () => {
  const values = { router, token_in: zeroAddress, token_out: usdc, hooks: zeroAddress }
  const context = contextOf(leavesFor('uniswap_v4/swap_zero_for_one', values))
  const params = { ...values, fee: '500', tick_spacing: '10', amount: '1.5', minimum: '4000' }
  const built = await buildAction(context, { route: 'uniswap_v4/swap_zero_for_one', params })
  expect(built.provenCalls.map(({ value }) => value)).toEqual([1_500_000_000_000_000_000n])
})
